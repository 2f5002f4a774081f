export interface Asked {
  readonly status: number
  readonly headers: Headers
  readonly bytes: Buffer
  readonly text: string
  /** The body as JSON; throws when it is not. */
  readonly json: <Shape>() => Shape
}

/** One request with exactly this body. */
export async function ask(
  url: string,
  body: string | Buffer | object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Asked> {
  const isBytes = typeof body === 'string' || Buffer.isBuffer(body)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: isBytes ? (body as BodyInit) : JSON.stringify(body),
  })
  return toAsked(response)
}

export async function toAsked(response: Response): Promise<Asked> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const text = bytes.toString('utf8')
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    text,
    json: <Shape>() => JSON.parse(text) as Shape,
  }
}

export interface ErrorBody {
  readonly error: {
    readonly message: string
    readonly type: string
    readonly param: string | null
    readonly code: string
    readonly [extra: string]: unknown
  }
}
