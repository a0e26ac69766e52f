use super::*;

/// Settings that libraries read, in the order of the example file.
const READ_BY_LIBRARIES: [&str; 4] = [
    "OTEL_EXPORTER_OTLP_HEADERS",
    "OTEL_TRACES_SAMPLER",
    "OTEL_TRACES_SAMPLER_ARG",
    "RUST_LOG",
];

#[test]
fn all_problems_are_reported_together() {
    let settings = HashMap::from([
        ("PORT".to_owned(), "http".to_owned()),
        ("GUEST_ACCESS".to_owned(), "maybe".to_owned()),
        ("PUBLIC_URL".to_owned(), "https://stillwater.example/app".to_owned()),
        ("DEFAULT_COUNTRY".to_owned(), "England".to_owned()),
        ("STORY_LIMIT".to_owned(), "-1".to_owned()),
    ]);
    let message = Config::from_settings(&settings)
        .err()
        .expect("nothing required is set")
        .to_string();
    for name in [
        "DATABASE_URL is missing",
        "ENC_KEYS",
        "PORT cannot be read",
        "GUEST_ACCESS must be one of: open, signed_in",
        "PUBLIC_URL cannot be read",
        "DEFAULT_COUNTRY cannot be read",
        "STORY_LIMIT must be at least 0",
    ] {
        assert!(message.contains(name), "{name} is not named in: {message}");
    }
}

#[test]
fn one_second_factor_for_all_and_one_for_each_exclude_each_other() {
    const SECRET: &str = "GEZDGNBVGY3TQOJQ";
    let problems = |one: &str, each: &str| {
        let settings = [("ADMIN_TOTP_SECRET", one), ("ADMIN_TOTP_SECRETS", each)];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let read = Config::from_settings(&HashMap::from(settings));
        read.err().expect("nothing required is set").to_string()
    };
    let each = format!("Ruth:{SECRET}");
    assert!(problems(SECRET, &each).contains("exclude each other"));
    assert!(!problems("", &each).contains("ADMIN_TOTP"));
    assert!(problems("", SECRET).contains("ADMIN_TOTP_SECRETS cannot be read"));
}

#[test]
fn people_in_staff_have_their_own_second_factor_and_take_none_from_the_single_password() {
    const HASH: &str = "$argon2id$v=19$m=8,t=1,p=1$cuqOnHjuXVW6RIpenzt7+Q$8L6jXOJ9/qN9k0gNbB24DIZSRjMzY65wvNTgw4CWbPw";
    const KEYS: &str = "test:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    const SECRET: &str = "GEZDGNBVGY3TQOJQ";
    let with = |changes: &[(&str, &str)]| {
        let staff = format!("Ruth:owner:{HASH};Naomi:{HASH}");
        let needed = [
            ("DATABASE_URL", "postgres://nowhere.invalid/none"),
            ("ENC_KEYS", KEYS),
            ("APP_ENV", "development"),
            ("STAFF", &staff),
        ];
        let settings = needed.iter().chain(changes);
        let settings = settings.map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Config::from_settings(&settings.collect())
    };
    let of_ruth = format!("ruth:{SECRET}");
    let config = with(&[("ADMIN_TOTP_SECRETS", &of_ruth)]).expect("Ruth has a second factor");
    assert!(config.staff[0].totp.is_some() && config.staff[1].totp.is_none());
    assert!(config.admin_password.is_none() && config.admin_totps.is_empty());

    let both = [("ADMIN_PASSWORD_HASH", HASH), ("ADMIN_TOTP_SECRETS", &of_ruth)];
    let problem = with(&both).err().expect("the single password has none").to_string();
    assert!(
        problem.contains("ADMIN_PASSWORD_HASH has no second factor"),
        "{problem}"
    );
    let all = [both[0], both[1], ("ADMIN_TOTP_SECRET", SECRET)];
    assert!(with(&all).is_ok(), "one for the single password, one for Ruth");

    let of_nobody = format!("Boaz:{SECRET}");
    let problem = with(&[("ADMIN_TOTP_SECRETS", &of_nobody)])
        .err()
        .expect("for nobody")
        .to_string();
    assert!(problem.contains("is for nobody"), "{problem}");
    assert!(with(&[("ADMIN_PASSWORD_HASH", HASH), ("ADMIN_TOTP_SECRETS", &of_nobody)]).is_ok());
    let problem = with(&[("STAFF", &format!("Ruth:queen:{HASH}"))])
        .err()
        .expect("no role")
        .to_string();
    assert!(
        problem.contains("STAFF: entry 1 has no role") && !problem.contains("argon2"),
        "{problem}"
    );
}

#[test]
fn bulk_jobs_leave_connections_for_other_work() {
    let problems = |connections: &str| {
        let settings = [("DATABASE_CONNECTIONS", connections), ("WORKER_BULK_CONCURRENCY", "4")];
        let settings = settings.map(|(name, value)| (name.to_owned(), value.to_owned()));
        Config::from_settings(&HashMap::from(settings))
            .err()
            .expect("nothing required is set")
            .to_string()
    };
    let problem = "DATABASE_CONNECTIONS must be at least 6: two more than WORKER_BULK_CONCURRENCY";
    assert!(problems("5").contains(problem));
    assert!(!problems("6").contains("DATABASE_CONNECTIONS"));
}

#[test]
fn an_origin_is_normalised_as_in_browsers() {
    for (text, expected) in [
        ("https://Stillwater.example/", Some("https://stillwater.example")),
        ("https://stillwater.example:443", Some("https://stillwater.example")),
        ("http://127.0.0.1:3000", Some("http://127.0.0.1:3000")),
        ("stillwater.example", None),
        ("https://stillwater.example/app", None),
        ("https://stillwater.example?x", None),
        ("https://somebody@stillwater.example", None),
        ("ftp://stillwater.example", None),
    ] {
        assert_eq!(origin(text).as_deref(), expected, "{text}");
    }
}

#[test]
fn docker_compose_passes_every_setting() {
    let compose_file = include_str!("../../../../docker-compose.yml");
    // The image sets these itself.
    let set_by_the_image = ["HOST", "PORT", "CONTENT_DIR", "FRONTEND_DIR", "PDFIUM_LIBRARY"];
    let missing: Vec<String> = names_in_the_code()
        .into_iter()
        .filter(|name| !set_by_the_image.contains(&name.as_str()) && !compose_file.contains(&format!("    {name}: ")))
        .collect();
    assert_eq!(missing, Vec::<String>::new(), "in docker-compose.yml");
}

#[test]
fn the_example_file_lists_every_setting_in_order() {
    let example = include_str!("../../../../.env.example");
    let names: Vec<&str> = example
        .lines()
        .filter_map(|line| line.trim_start_matches(['#', ' ']).split_once('='))
        .map(|(name, _)| name)
        .filter(|name| is_a_setting(name))
        .collect();
    let (of_libraries, ours): (Vec<&str>, Vec<&str>) =
        names.into_iter().partition(|name| READ_BY_LIBRARIES.contains(name));
    assert_eq!(names_in_the_code(), ours);
    assert_eq!(of_libraries, READ_BY_LIBRARIES);
}

/// The settings that the doc comments name.
fn names_in_the_code() -> Vec<String> {
    [
        include_str!("../config.rs"),
        include_str!("sign_in.rs"),
        include_str!("documents.rs"),
        include_str!("payments.rs"),
        include_str!("web_push.rs"),
    ]
    .into_iter()
    .flat_map(str::lines)
    .filter_map(|line| {
        line.trim()
            .strip_prefix("/// `")?
            .split_once('`')
            .map(|(name, _)| name.to_owned())
    })
    .filter(|name| is_a_setting(name))
    .collect()
}

fn is_a_setting(name: &str) -> bool {
    let is_allowed = |letter: char| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_';
    !name.is_empty() && name.chars().all(is_allowed)
}
