//! The background picture of the pages: a horizon over still water, by day in the light theme and by night in the
//! dark one.
//!
//! Its colours are in the style sheet, because the page's policy allows no inline style.

/// The logo: the same horizon as the picture.
pub const MARK: &str = r#"<svg viewBox="0 0 28 20" width="28" height="20" aria-hidden="true"><path d="M5 9.4a9 9 0 0 1 18 0Z" class="mark-light"/><g stroke="currentColor" stroke-width="1.9" stroke-linecap="round"><path d="M1 10.4h26M6.4 14.6h15.2M10.2 18.8h7.6"/></g></svg>"#;

/// The background picture.
pub const SCENE: &str = r#"<svg class="scene" viewBox="0 0 1200 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop class="sky-1"/><stop offset=".45" class="sky-2"/><stop offset=".8" class="sky-3"/><stop offset="1" class="sky-4"/></linearGradient>
<linearGradient id="sea" x1="0" y1="0" x2="0" y2="1"><stop class="sea-1"/><stop offset=".3" class="sea-2"/><stop offset="1" class="sea-3"/></linearGradient>
<radialGradient id="glow"><stop class="glow" stop-opacity=".7"/><stop offset="1" class="glow" stop-opacity="0"/></radialGradient>
</defs>
<path fill="url(#sky)" d="M0 0h1200v530H0z"/>
<circle cx="950" cy="380" r="320" fill="url(#glow)"/>
<circle cx="950" cy="380" r="34" class="disc"/>
<path class="far" d="M0 530v-44c120-30 230-46 350-20 90 20 150 34 230 28 120-10 190-58 330-48 110 8 190 40 290 26v58z"/>
<path class="near" d="M0 530v-18c160-26 300 4 420 6 190 4 330-30 520-22 110 5 180 16 260 12v22z"/>
<path fill="url(#sea)" d="M0 530h1200v370H0z"/>
<g class="path" transform="translate(190 0)" stroke-linecap="round" stroke-width="5"><path d="M706 546h108" opacity=".8"/><path d="M724 562h84" opacity=".7"/><path d="M690 580h136" opacity=".55"/><path d="M732 602h66" opacity=".45"/><path d="M684 628h160" opacity=".33"/><path d="M716 660h92" opacity=".22"/><path d="M670 700h170" opacity=".13"/></g>
</svg>"#;
