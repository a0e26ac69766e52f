/** Generated PDF files for rehearsals: pages of plain sentences, different in each file. */

const WORDS = `patience sorrow evening harbour candle mercy winter garden shepherd silence morning burden river lantern
  comfort stranger window promise valley bread journey shelter weeping gladness neighbour letter mountain kindness`.split(
  /\s+/,
);

/** A different sentence for every number. */
function sentence(number) {
  const words = Array.from(
    { length: 11 },
    (_, place) => WORDS[(number * 7 + place * place * 3 + (number >> place)) % WORDS.length],
  );
  return `Sentence ${number} speaks of ${words.join(' ')}.`;
}

/** A file with this number of pages. `seed` makes it unique; a comment of `ballast` bytes makes it larger. */
export function pdf(seed, pages, ballast = 0) {
  const objects = ['<</Type/Catalog/Pages 2 0 R>>'];
  const kids = Array.from({ length: pages }, (_, page) => `${4 + page * 2} 0 R`);
  objects.push(`<</Type/Pages/Count ${pages}/Kids[${kids.join(' ')}]>>`);
  objects.push('<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>');
  for (let page = 0; page < pages; page += 1) {
    const lines = Array.from({ length: 30 }, (_, line) => `(${sentence(seed * 100_000 + page * 100 + line)}) Tj T*`);
    const drawn = `BT /F1 9 Tf 40 780 Td 20 TL ${lines.join('\n')} ET`;
    objects.push(
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${5 + page * 2} 0 R>>`,
      `<</Length ${drawn.length}>>\nstream\n${drawn}\nendstream`,
    );
  }
  let text = `%PDF-1.4\n%${'x'.repeat(ballast)}\n`;
  const places = objects.map((object, number) => {
    const place = text.length;
    text += `${number + 1} 0 obj\n${object}\nendobj\n`;
    return String(place).padStart(10, '0');
  });
  const table = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${place} 00000 n \n`).join('')}`;
  text += `trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(text, 'latin1');
}
