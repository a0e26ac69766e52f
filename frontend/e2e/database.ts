import pg from 'pg';

/** Runs one query on the product's database and disconnects. */
export async function rows<Row extends pg.QueryResultRow>(
  sql: string,
  values: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    return (await client.query<Row>(sql, values)).rows;
  } finally {
    await client.end();
  }
}
