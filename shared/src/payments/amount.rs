//! Amounts at Stripe in words.

/// The currencies whose smallest unit is the whole, by <https://docs.stripe.com/currencies#zero-decimal>.
const WITHOUT_CENTS: [&str; 16] = [
    "bif", "clp", "djf", "gnf", "jpy", "kmf", "krw", "mga", "pyg", "rwf", "ugx", "vnd", "vuv", "xaf", "xof", "xpf",
];

/// An amount in the smallest unit of its currency, such as `20.00 USD` or `3000 JPY`. `currency` has three letters, in
/// Stripe's lower case.
pub fn amount_in_words(amount: i64, currency: &str) -> String {
    let name = currency.to_uppercase();
    if WITHOUT_CENTS.contains(&currency) {
        return format!("{amount} {name}");
    }
    format!("{}.{:02} {name}", amount / 100, amount % 100)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_unit_is_a_hundredth_in_most_currencies_and_the_whole_in_some() {
        for (amount, currency, words) in [
            (2000, "usd", "20.00 USD"),
            (1999, "eur", "19.99 EUR"),
            (5, "gbp", "0.05 GBP"),
            (3000, "jpy", "3000 JPY"),
        ] {
            assert_eq!(amount_in_words(amount, currency), words);
        }
    }
}
