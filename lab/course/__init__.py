"""What a course is made of: course.toml, what its pages declare, its glossary."""
