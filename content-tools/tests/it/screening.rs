//! Training of crisis screening on a few examples.

use care::crisis::Screener;
use content_tools::train::screening::{Example, train};

const PATTERNS: &str = include_str!("../../../content/patterns/crisis.toml");

#[test]
fn training_is_deterministic_and_gives_a_usable_model() {
    let example = |text: &str, category: &str, severity| Example {
        text: text.into(),
        category: category.into(),
        severity,
    };
    let examples: Vec<Example> = [
        example("I have the rope in the garage and nobody is home", "suicide_plan", 4),
        example("I bought the rope for the boat and we sailed home", "none", 0),
        example(
            "He keeps my passport and I sleep in the kitchen",
            "domestic_violence",
            3,
        ),
        example("I keep my passport in the kitchen drawer", "none", 0),
    ]
    .into_iter()
    .cycle()
    .take(16)
    .collect();
    let patterns = Screener::from_parts(PATTERNS, None, None).expect("valid patterns");
    let model = train(&patterns, &examples, None).expect("good examples");
    assert_eq!(model, train(&patterns, &examples, None).expect("good examples"));
    assert!(Screener::from_parts(PATTERNS, Some(&model), None).is_ok());
    assert!(train(&patterns, &[example("x", "nonsense", 3)], None).is_err());
}
