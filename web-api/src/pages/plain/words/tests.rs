use super::*;

#[test]
fn topics_have_the_names_of_the_app() {
    let app = include_str!("../../../../../frontend/src/features/guidance/words.es.ts");
    for (slug, name) in TOPICS_IN_SPANISH {
        assert!(
            app.contains(&format!("{slug}: '{name}'")) || app.contains(&format!("'{slug}': '{name}'")),
            "{slug}"
        );
    }
    let topics = app.split("topics: {").nth(1).and_then(|rest| rest.split("  },").next());
    let listed = topics.unwrap_or_default().lines().filter(|line| line.ends_with("',"));
    assert_eq!(listed.count(), TOPICS_IN_SPANISH.len());
}
