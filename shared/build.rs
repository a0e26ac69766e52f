//! Tells cargo that the migrations are part of a program and of its tests: sqlx embeds them, and does not see a new file.

fn main() {
    println!("cargo:rerun-if-changed=../migrations");
}
