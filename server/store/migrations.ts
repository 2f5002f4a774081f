/**
 * Each entry brings the database one version further, and is never changed once it has shipped. The
 * SQL is what SQLite and PostgreSQL have in common.
 */
export const migrations: readonly (readonly string[])[] = [
  [
    `create table api_key (
      id text primary key,
      key_digest text not null unique,
      plan text not null,
      plan_until text,
      created_at text not null,
      revoked_at text
    )`,
    `create table voucher (
      id text primary key,
      code_digest text not null unique,
      plan text not null,
      days integer,
      created_at text not null,
      redeemed_at text
    )`,
    `create table signer_term (
      address text not null,
      from_at text not null primary key,
      until_at text
    )`,
    // At most one term is open, whoever writes.
    'create unique index signer_term_open on signer_term ((until_at is null)) where until_at is null',
  ],
  [
    'alter table signer_term add column revoked_from text',
    'alter table api_key add column used_on text',
    "update api_key set used_on = '' || current_date",
  ],
  [
    `create table key_usage (
      key_id text not null references api_key (id) on delete cascade,
      day text not null,
      model text not null,
      requests bigint not null,
      prompt_tokens bigint not null,
      completion_tokens bigint not null,
      primary key (key_id, day, model)
    )`,
  ],
]
