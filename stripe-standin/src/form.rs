//! Request parameters in Stripe's form encoding: `items[0][price]=…`.

use std::collections::BTreeMap;

use axum::http::StatusCode;

use crate::objects::Refusal;

/// The parameters of a request, by their full names.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Form(BTreeMap<String, String>);

impl Form {
    /// Parses a form body or a query string.
    pub(crate) fn read(text: &str) -> Self {
        let pairs = text.split('&').filter(|pair| !pair.is_empty()).map(|pair| {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            (decoded(name), decoded(value))
        });
        Self(pairs.collect())
    }

    /// Refuses unknown parameters. A `*` stands for one part of a name.
    pub(crate) fn only(&self, known: &[&str]) -> Result<(), Refusal> {
        for name in self.0.keys() {
            if !known.iter().any(|pattern| fits(pattern, name)) {
                return Err(Refusal::new(
                    StatusCode::BAD_REQUEST,
                    "parameter_unknown",
                    &format!("Received unknown parameter: {name}"),
                )
                .about(name));
            }
        }
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    pub(crate) fn required(&self, name: &str) -> Result<&str, Refusal> {
        self.get(name).filter(|value| !value.is_empty()).ok_or_else(|| {
            Refusal::new(
                StatusCode::BAD_REQUEST,
                "parameter_missing",
                &format!("Missing required param: {name}."),
            )
            .about(name)
        })
    }

    /// The values of a list: `expand[0]`, `expand[]`.
    pub(crate) fn list(&self, name: &str) -> Vec<&str> {
        let of_list = |key: &String| key.starts_with(name) && key[name.len()..].starts_with('[');
        self.0
            .iter()
            .filter(|(key, _)| of_list(key))
            .map(|(_, value)| value.as_str())
            .collect()
    }

    /// The pairs of a map: `metadata[row]`.
    pub(crate) fn map(&self, name: &str) -> BTreeMap<String, String> {
        let inside = |key: &str| {
            let key = key.strip_prefix(name)?.strip_prefix('[')?.strip_suffix(']')?;
            Some(key.to_owned())
        };
        self.0
            .iter()
            .filter_map(|(key, value)| Some((inside(key)?, value.clone())))
            .collect()
    }
}

fn fits(pattern: &str, name: &str) -> bool {
    let parts = |text: &str| text.split(['[', ']']).map(str::to_owned).collect::<Vec<_>>();
    let (pattern, name) = (parts(pattern), parts(name));
    pattern.len() == name.len()
        && pattern
            .iter()
            .zip(&name)
            .all(|(known, part)| known == "*" || known == part)
}

fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        match byte {
            b'+' => bytes.push(b' '),
            b'%' => {
                let digits = [rest.next().unwrap_or(b'0'), rest.next().unwrap_or(b'0')];
                let digits = String::from_utf8_lossy(&digits).into_owned();
                bytes.push(u8::from_str_radix(&digits, 16).unwrap_or(b'?'));
            }
            other => bytes.push(other),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_are_parsed_as_stripe_parses_them() {
        let form = Form::read("email=a%2Bb%40c.example&items[0][price]=p&metadata%5Brow%5D=7&expand[0]=x&name=Ruth+N");
        assert_eq!(form.get("email"), Some("a+b@c.example"));
        assert_eq!(form.get("items[0][price]"), Some("p"));
        assert_eq!(form.get("name"), Some("Ruth N"));
        assert_eq!(form.list("expand"), ["x"]);
        assert_eq!(
            form.map("metadata"),
            BTreeMap::from([("row".to_owned(), "7".to_owned())])
        );
        let known = ["email", "name", "items[*][price]", "metadata[*]", "expand[*]"];
        assert!(form.only(&known).is_ok());
        assert!(form.only(&known[1..]).is_err(), "an unknown parameter is refused");
    }
}
