//! Sign-in by email and with GitHub.

use super::browser::Browser;
use super::output::assert_quotes_nothing;
use super::product::Product;
use super::{ADDRESS, PATH, github};

/// The secrets that occurred during sign-in.
#[derive(Default)]
pub struct Secrets {
    /// The codes of the mails.
    pub codes: Vec<String>,
    /// The tokens of their links, and the states of the GitHub sign-ins.
    pub tokens: Vec<String>,
}

/// Signs in with three codes, and with the link of a fourth mail, which is sent again.
pub async fn by_mail(product: &Product, browser: &mut Browser, secrets: &mut Secrets) {
    let goal = PATH.replace('/', "%2F");
    browser.get(&format!("/api/login?returnTo={goal}")).await;
    browser.get("/api/login/style.css").await;
    browser.get("/api/login/email").await;
    browser.get("/api/login/again").await;
    for number in 1..=4 {
        let address = format!("email={}&returnTo={goal}", ADDRESS.replace('@', "%40"));
        browser.submit_form("/api/login/email", &address).await;
        browser.get("/api/login/code").await;
        let mail = product.mail.sign_in_mail(ADDRESS, number).await;
        let page = browser.get(&mail.link).await;
        assert!(page.text.contains(ADDRESS), "it says who signs in: {}", page.text);
        browser.get("/api/login/pending").await;
        if number == 4 {
            product.make_sign_ins_older().await;
            let again = browser.submit_form("/api/login/again", "").await;
            assert_eq!(again.header("location"), "/api/login/code");
            let answer = browser
                .submit_form("/api/login/link", &format!("token={}", mail.token))
                .await;
            assert_eq!(answer.header("location"), PATH);
        } else {
            let wrong = browser
                .try_form("/api/login/code", &format!("code={}", wrong_code(&mail.code)))
                .await;
            assert_eq!(wrong.status, 422, "{}", wrong.text);
            assert_quotes_nothing("POST /api/login/code", &wrong);
            let answer = browser
                .submit_form("/api/login/code", &format!("code={}", mail.code))
                .await;
            assert_eq!(answer.header("location"), PATH);
            secrets.codes.push(mail.code);
        }
        secrets.tokens.push(mail.token);
    }
}

fn wrong_code(code: &str) -> String {
    let number: u32 = code.parse().expect("six digits");
    format!("{:06}", (number + 1) % 1_000_000)
}

/// Signs in with GitHub, and returns the path of the final redirect.
pub async fn by_github(browser: &mut Browser, secrets: &mut Secrets) -> String {
    let asked = browser
        .get(&format!("/api/login/github?returnTo={}", PATH.replace('/', "%2F")))
        .await;
    let there = asked.header("location");
    let state = there.split(['?', '&']).find_map(|field| field.strip_prefix("state="));
    let state = state.expect("a state").to_owned();
    let back = format!("/api/login/github/callback?code={}&state={state}", github::CODE);
    let led = browser.get(&back).await.header("location").to_owned();
    secrets.tokens.push(state);
    led
}
