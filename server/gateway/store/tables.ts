/** Rows as the database holds them. Times are ISO text, which sorts as it should in any database. */
export interface Tables {
  api_key: {
    id: string
    key_digest: string
    plan: string
    plan_until: string | null
    created_at: string
    revoked_at: string | null
    used_on: string
  }
  key_usage: {
    key_id: string
    day: string
    model: string
    requests: number | string
    prompt_tokens: number | string
    completion_tokens: number | string
  }
  voucher: {
    id: string
    code_digest: string
    plan: string
    days: number | null
    created_at: string
    redeemed_at: string | null
  }
  signer_term: {
    address: string
    from_at: string
    until_at: string | null
    revoked_from: string | null
  }
}
