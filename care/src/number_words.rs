//! English numbers in words.

/// The words that numbers below a thousand are made of, with their values, in ascending order.
pub const NUMBER_WORDS: [(&str, u32); 28] = [
    ("one", 1),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
    ("hundred", 100),
];

/// The value of one number word in lower case: *seven*, *twenty*, *hundred*.
pub fn value_of(word: &str) -> Option<u32> {
    let found = NUMBER_WORDS.iter().find(|(known, _)| *known == word);
    found.map(|(_, value)| *value)
}
