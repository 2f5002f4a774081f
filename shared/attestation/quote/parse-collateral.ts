import * as Type from 'typebox'
import { parseHex, utf8ToBytes } from '../../bytes/bytes.ts'
import { checkShape } from '../../check-shape.ts'
import { FormatError } from '../../errors.ts'
import { parseJsonObject } from '../../json/parse-json-object.ts'
import * as quoteReasons from '../../words/english/evidence/quote-reasons.ts'
import { parseX509Crl, type X509Crl } from '../certificates/parse-x509-crl.ts'
import { parsePemChain, type Certificate } from '../certificates/parse-pem-chain.ts'
import { tcbStatuses } from './tcb-statuses.ts'

/** Characters of each part that are read: many times what Intel signs today. */
const longest = { crl: 1024 * 1024, chain: 64 * 1024, document: 256 * 1024 }
const mostLevels = 256

const CrlText = Type.String({ pattern: '^(?:[0-9a-f]{2})+$', maxLength: longest.crl })
const ChainText = Type.String({ maxLength: longest.chain })
const DocumentText = Type.String({ maxLength: longest.document })

/** What Intel signed about a platform, in the form that PCCS clients pass around. */
const CollateralSchema = Type.Object({
  /** CRLs: DER as lowercase hex. */
  root_ca_crl: CrlText,
  pck_crl: CrlText,
  /** PEM, signing certificate first. */
  tcb_info_issuer_chain: ChainText,
  /** The exact text that was signed. */
  tcb_info: DocumentText,
  /** 64 bytes r ‖ s as hex. */
  tcb_info_signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
  qe_identity_issuer_chain: ChainText,
  qe_identity: DocumentText,
  qe_identity_signature: Type.String({ pattern: '^[0-9a-f]{128}$' }),
})

export type CollateralDocument = Type.Static<typeof CollateralSchema>

const StatusText = Type.Union(tcbStatuses.map((status) => Type.Literal(status)))
const Svns = Type.Array(Type.Object({ svn: Type.Integer() }), { minItems: 16, maxItems: 16 })
const Dates = { issueDate: Type.String(), nextUpdate: Type.String() }
const Advisories = Type.Optional(Type.Array(Type.String()))
const anyCaseHex = (bytes: number) => Type.String({ pattern: `^[0-9A-Fa-f]{${2 * bytes}}$` })

const IsvLevel = Type.Object({
  tcb: Type.Object({ isvsvn: Type.Integer() }),
  tcbStatus: StatusText,
  advisoryIDs: Advisories,
})

const ModuleMembers = {
  mrsigner: anyCaseHex(48),
  attributes: anyCaseHex(8),
  attributesMask: anyCaseHex(8),
}

const TcbInfoSchema = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  ...Dates,
  fmspc: anyCaseHex(6),
  pceId: anyCaseHex(2),
  tdxModule: Type.Object(ModuleMembers),
  tdxModuleIdentities: Type.Optional(
    Type.Array(
      Type.Object({
        id: Type.String(),
        ...ModuleMembers,
        tcbLevels: Type.Array(IsvLevel, { maxItems: mostLevels }),
      }),
      { maxItems: mostLevels },
    ),
  ),
  tcbLevels: Type.Array(
    Type.Object({
      tcb: Type.Object({
        sgxtcbcomponents: Svns,
        tdxtcbcomponents: Svns,
        pcesvn: Type.Integer(),
      }),
      tcbStatus: StatusText,
      advisoryIDs: Advisories,
    }),
    { maxItems: mostLevels },
  ),
})

export type TcbInfo = Type.Static<typeof TcbInfoSchema>

const QeIdentitySchema = Type.Object({
  id: Type.String(),
  version: Type.Integer(),
  ...Dates,
  miscselect: anyCaseHex(4),
  miscselectMask: anyCaseHex(4),
  attributes: anyCaseHex(16),
  attributesMask: anyCaseHex(16),
  mrsigner: anyCaseHex(32),
  isvprodid: Type.Integer(),
  tcbLevels: Type.Array(IsvLevel, { maxItems: mostLevels }),
})

export type QeIdentity = Type.Static<typeof QeIdentitySchema>

/** A document of Intel's with its signature over exactly `text`. */
export interface SignedDocument<Content> {
  readonly text: string
  readonly content: Content
  /** 64 bytes r ‖ s. */
  readonly signature: Uint8Array
  /** Signing certificate first, root last. */
  readonly chain: readonly Certificate[]
  /** Unix seconds; it holds from the first through the last. */
  readonly issuedAt: number
  readonly nextUpdate: number
}

export interface Collateral {
  readonly rootCrl: X509Crl
  readonly pckCrl: X509Crl
  readonly tcbInfo: SignedDocument<TcbInfo>
  readonly qeIdentity: SignedDocument<QeIdentity>
}

interface SignedDates {
  readonly issueDate: string
  readonly nextUpdate: string
}

/** @throws {FormatError} COLLATERAL_MALFORMED, CERTIFICATE_MALFORMED, JSON_* */
export function parseCollateral(input: unknown): Collateral {
  const document = checkShape(
    input,
    CollateralSchema,
    quoteReasons.collateral,
    'COLLATERAL_MALFORMED',
  )
  const tcbInfo = parseContent(document.tcb_info, TcbInfoSchema, quoteReasons.tcbInfo)
  const identity = parseContent(document.qe_identity, QeIdentitySchema, quoteReasons.qeIdentity)
  return {
    rootCrl: parseX509Crl(parseHex(document.root_ca_crl)),
    pckCrl: parseX509Crl(parseHex(document.pck_crl)),
    tcbInfo: signedDocument(document, 'tcb_info', tcbInfo),
    qeIdentity: signedDocument(document, 'qe_identity', identity),
  }
}

function parseContent<Schema extends Type.TSchema>(text: string, schema: Schema, name: string) {
  return checkShape(parseText(text), schema, name, 'COLLATERAL_MALFORMED')
}

function signedDocument<Content extends SignedDates>(
  document: CollateralDocument,
  member: 'tcb_info' | 'qe_identity',
  content: Content,
): SignedDocument<Content> {
  return {
    text: document[member],
    content,
    signature: parseHex(document[`${member}_signature`], 64),
    chain: parsePemChain(document[`${member}_issuer_chain`]),
    ...datesOf(content),
  }
}

/** Unix seconds after which some part of it no longer holds. */
export function collateralEnds({ rootCrl, pckCrl, tcbInfo, qeIdentity }: Collateral): number {
  return Math.min(rootCrl.nextUpdate, pckCrl.nextUpdate, tcbInfo.nextUpdate, qeIdentity.nextUpdate)
}

function parseText(text: string): unknown {
  return parseJsonObject(utf8ToBytes(text)).value
}

function datesOf(content: SignedDates) {
  return { issuedAt: seconds(content.issueDate), nextUpdate: seconds(content.nextUpdate) }
}

function seconds(text: string): number {
  const milliseconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text)
    ? Date.parse(text)
    : Number.NaN
  if (!Number.isNaN(milliseconds)) return milliseconds / 1000
  throw new FormatError('COLLATERAL_MALFORMED', quoteReasons.date)
}
