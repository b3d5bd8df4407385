"""A course: course.toml, the declarations of its pages and features, its glossary."""
