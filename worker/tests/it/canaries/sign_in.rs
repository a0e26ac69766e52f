//! Signing in by mail and by GitHub, as people do.

use super::browser::Browser;
use super::left::quotes_nothing;
use super::surroundings::Surroundings;
use super::{ADDRESS, PATH, github};

/// What was mailed and handed over on the way.
#[derive(Default)]
pub struct Secrets {
    /// The codes of the mails.
    pub codes: Vec<String>,
    /// The tokens of their links, and what GitHub gave back.
    pub tokens: Vec<String>,
}

/// Signs somebody in by three codes, and by the link of a fourth mail.
pub async fn by_mail(surroundings: &Surroundings, browser: &mut Browser, secrets: &mut Secrets) {
    let goal = PATH.replace('/', "%2F");
    browser.get(&format!("/api/login?returnTo={goal}")).await;
    browser.get("/api/login/style.css").await;
    browser.get("/api/login/email").await;
    for number in 1..=4 {
        let address = format!("email={}&returnTo={goal}", ADDRESS.replace('@', "%40"));
        browser.hand_in("/api/login/email", &address).await;
        browser.get("/api/login/code").await;
        let mail = surroundings.mail.invitation(ADDRESS, number).await;
        let page = browser.get(&mail.link).await;
        assert!(page.text.contains(ADDRESS), "it says who signs in: {}", page.text);
        if number == 4 {
            let answer = browser
                .hand_in("/api/login/link", &format!("token={}", mail.token))
                .await;
            assert_eq!(answer.header("location"), PATH);
        } else {
            let wrong = browser
                .form("/api/login/code", &format!("code={}", another(&mail.code)))
                .await;
            assert_eq!(wrong.status, 422, "{}", wrong.text);
            quotes_nothing("POST /api/login/code", &wrong);
            let answer = browser.hand_in("/api/login/code", &format!("code={}", mail.code)).await;
            assert_eq!(answer.header("location"), PATH);
            secrets.codes.push(mail.code);
        }
        secrets.tokens.push(mail.token);
    }
}

fn another(code: &str) -> String {
    let number: u32 = code.parse().expect("six digits");
    format!("{:06}", (number + 1) % 1_000_000)
}

/// Signs somebody in by GitHub, and says where they are led.
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
