//! The background picture of the pages: a horizon over still water, lit by the hour where the visitor is.
//!
//! If the hour is unknown, its colours are in the style sheet: day in the light theme, night in the dark one. Those of an
//! hour are attributes of the picture, which the page's policy allows.

use std::fmt::Write as _;

use crate::extract::appearance::Hour;

/// The logo: the same horizon as the picture.
pub const MARK: &str = r#"<svg viewBox="0 0 28 20" width="28" height="20" aria-hidden="true"><path d="M5 9.4a9 9 0 0 1 18 0Z" class="mark-light"/><g stroke="currentColor" stroke-width="1.9" stroke-linecap="round"><path d="M1 10.4h26M6.4 14.6h15.2M10.2 18.8h7.6"/></g></svg>"#;

/// The light of an hour, as in `frontend/src/ui/light.ts`; a test compares them.
struct Light {
    sky: [&'static str; 4],
    sea: [&'static str; 3],
    far: &'static str,
    near: &'static str,
    disc: &'static str,
    glow: &'static str,
    /// How high the light stands.
    y: u16,
}

impl Light {
    const fn of(hour: Hour) -> &'static Self {
        match hour {
            Hour::Dawn => &DAWN,
            Hour::Day => &DAY,
            Hour::Dusk => &DUSK,
            Hour::Night => &NIGHT,
        }
    }

    /// The colour of a class of the style sheet.
    fn colour(&self, class: &str) -> &'static str {
        let [sky_1, sky_2, sky_3, sky_4] = self.sky;
        let [sea_1, sea_2, sea_3] = self.sea;
        match class {
            "sky-1" => sky_1,
            "sky-2" => sky_2,
            "sky-3" => sky_3,
            "sky-4" => sky_4,
            "sea-1" => sea_1,
            "sea-2" => sea_2,
            "sea-3" => sea_3,
            "far" => self.far,
            "near" => self.near,
            "glow" => self.glow,
            _ => self.disc,
        }
    }
}

const DAWN: Light = Light {
    sky: ["#174459", "#2c6474", "#b4b5a4", "#fbd3a6"],
    sea: ["#d9a889", "#3d737e", "#164450"],
    far: "#4f7f86",
    near: "#22535f",
    disc: "#fff0d2",
    glow: "#ffd9a0",
    y: 486,
};
const DAY: Light = Light {
    sky: ["#174f66", "#256779", "#86b2b1", "#e6ecd9"],
    sea: ["#bfd5cb", "#3b7d88", "#185363"],
    far: "#5f949a",
    near: "#2b6470",
    disc: "#fffbea",
    glow: "#fff3c8",
    y: 400,
};
const DUSK: Light = Light {
    sky: ["#0c2835", "#1d4e5d", "#7d8f8a", "#f4b987"],
    sea: ["#d79c78", "#24545f", "#0b2631"],
    far: "#3c6a73",
    near: "#143c48",
    disc: "#ffe3b3",
    glow: "#ffbf7d",
    y: 500,
};
const NIGHT: Light = Light {
    sky: ["#071821", "#0e2d3a", "#1d4653", "#3f6873"],
    sea: ["#3a626c", "#123642", "#06161d"],
    far: "#16404c",
    near: "#0a2630",
    disc: "#eef3e6",
    glow: "#7fa6a8",
    y: 405,
};

/// Where the stars are: to the left and the right of the page's card.
const STARS: [(u16, u16); 8] = [
    (96, 150),
    (188, 246),
    (258, 118),
    (330, 300),
    (905, 182),
    (968, 306),
    (1052, 214),
    (1128, 128),
];

/// The hills are higher here than in the app: a light that stands lower could not be seen.
const BEHIND_HILLS: u16 = 430;

/// The background picture of an hour.
pub fn scene(hour: Option<Hour>) -> String {
    let light = hour.map(Light::of);
    // A class of the style sheet, or the colour itself.
    let painted = |attribute: &str, class: &str| match light {
        Some(light) => format!(r#"{attribute}="{}""#, light.colour(class)),
        None => format!(r#"class="{class}""#),
    };
    let stop = |class: &str| painted("stop-color", class);
    let y = light.map_or(380, |light| light.y.min(BEHIND_HILLS));
    format!(
        r#"<svg class="scene" viewBox="0 0 1200 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop {sky_1}/><stop offset=".45" {sky_2}/><stop offset=".8" {sky_3}/><stop offset="1" {sky_4}/></linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop {sea_1}/><stop offset=".3" {sea_2}/><stop offset="1" {sea_3}/></linearGradient>
<radialGradient id="glow"><stop {glow} stop-opacity=".7"/><stop offset="1" {glow} stop-opacity="0"/></radialGradient>
</defs>
<path fill="url(#sky)" d="M0 0h1200v530H0z"/>
{stars}<circle cx="950" cy="{y}" r="320" fill="url(#glow)"/>
<circle cx="950" cy="{y}" r="34" {disc}/>
<path {far} d="M0 530v-44c120-30 230-46 350-20 90 20 150 34 230 28 120-10 190-58 330-48 110 8 190 40 290 26v58z"/>
<path {near} d="M0 530v-18c160-26 300 4 420 6 190 4 330-30 520-22 110 5 180 16 260 12v22z"/>
<path fill="url(#sea)" d="M0 530h1200v370H0z"/>
<g {path} transform="translate(190 0)" stroke-linecap="round" stroke-width="5"><path d="M706 546h108" opacity=".8"/><path d="M724 562h84" opacity=".7"/><path d="M690 580h136" opacity=".55"/><path d="M732 602h66" opacity=".45"/><path d="M684 628h160" opacity=".33"/><path d="M716 660h92" opacity=".22"/><path d="M670 700h170" opacity=".13"/></g>
</svg>"#,
        sky_1 = stop("sky-1"),
        sky_2 = stop("sky-2"),
        sky_3 = stop("sky-3"),
        sky_4 = stop("sky-4"),
        sea_1 = stop("sea-1"),
        sea_2 = stop("sea-2"),
        sea_3 = stop("sea-3"),
        glow = stop("glow"),
        stars = stars(hour),
        disc = painted("fill", "disc"),
        far = painted("fill", "far"),
        near = painted("fill", "near"),
        path = painted("stroke", "path"),
    )
}

/// The stars of the dark hours.
fn stars(hour: Option<Hour>) -> String {
    let brightness = match hour {
        Some(Hour::Night) => ".75",
        Some(Hour::Dusk) => ".4",
        Some(Hour::Dawn | Hour::Day) | None => return String::new(),
    };
    let mut stars = String::new();
    for (x, y) in STARS {
        let _ = writeln!(
            stars,
            r##"<circle cx="{x}" cy="{y}" r="1.6" fill="#fff" opacity="{brightness}"/>"##
        );
    }
    stars
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF_THE_APP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../frontend/src/ui/light.ts");

    #[test]
    fn each_hour_has_the_colours_of_the_app() {
        let of_the_app = std::fs::read_to_string(OF_THE_APP).expect("the lights of the app");
        for (name, hour) in [
            ("dawn", Hour::Dawn),
            ("day", Hour::Day),
            ("dusk", Hour::Dusk),
            ("night", Hour::Night),
        ] {
            let (_, rest) = of_the_app.split_once(&format!("  {name}: {{")).expect("the hour");
            let (theirs, _) = rest.split_once("\n  },").expect("its end");
            let ours = Light::of(hour);
            let quoted = |colours: &[&str]| format!("['{}']", colours.join("', '"));
            for line in [
                format!("sky: {},", quoted(&ours.sky)),
                format!("sea: {},", quoted(&ours.sea)),
                format!("far: '{}',", ours.far),
                format!("near: '{}',", ours.near),
                format!("disc: '{}',", ours.disc),
                format!("glow: '{}',", ours.glow),
                format!("y: {},", ours.y),
            ] {
                assert!(theirs.contains(&line), "{name}: {line}");
            }
        }
    }

    #[test]
    fn an_hour_brings_its_colours_and_without_one_the_style_sheet_has_them() {
        let dusk = scene(Some(Hour::Dusk));
        assert!(
            dusk.contains(r##"stop-color="#f4b987""##) && dusk.contains(r##"stroke="#ffe3b3""##),
            "{dusk}"
        );
        assert!(!dusk.contains(r#"class="sky"#) && !dusk.contains("style"), "{dusk}");
        let unknown = scene(None);
        assert!(
            unknown.contains(r#"class="sky-1""#) && !unknown.contains("stop-color"),
            "{unknown}"
        );
        assert!(scene(Some(Hour::Night)).contains("opacity=\".75\"") && !scene(Some(Hour::Day)).contains("\"1.6\""));
    }
}
