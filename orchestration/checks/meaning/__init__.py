"""What tables must say beyond their declarations: pure functions, frames in, judged rows out; they know no Dagster.

A judged row names what it is about and has a column `problem`: null where all is well, else what is wrong.
"""
