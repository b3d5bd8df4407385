"""The builder: a formula taken apart, judged rule by rule, and changed part by part."""
