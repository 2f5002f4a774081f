import { storeProblems } from '#shared/words/english/configuration/store-problems.ts'
import { StoreError } from './store.ts'

/** What a database says it is that these tables are in. */
export const schemaVersion = 3

/** The SQL is what SQLite and PostgreSQL have in common. */
export const schema: readonly string[] = [
  `create table api_key (
    id text primary key,
    key_digest text not null unique,
    plan text not null,
    plan_until text,
    created_at text not null,
    revoked_at text,
    used_on text
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
    until_at text,
    revoked_from text
  )`,
  // The database allows at most one open term, whoever writes.
  'create unique index signer_term_open on signer_term ((until_at is null)) where until_at is null',
  `create table key_usage (
    key_id text not null references api_key (id) on delete cascade,
    day text not null,
    model text not null,
    requests bigint not null,
    prompt_tokens bigint not null,
    completion_tokens bigint not null,
    primary key (key_id, day, model)
  )`,
]

/** @param version of a database; 0 for one without tables */
export function refuseOther(version: number): void {
  if (version === 0 || version === schemaVersion) return
  throw new StoreError('STORE_TOO_NEW', storeProblems.otherVersion(version, schemaVersion))
}
