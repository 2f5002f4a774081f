import * as Type from 'typebox'
import { checkShape } from '../../check-shape.ts'
import { FormatError } from '../../errors.ts'
import { referenceValueWords } from '../../words/english/configuration/reference-value-words.ts'
import type { AcceptableTcbStatus } from '../quote/tcb-statuses.ts'

const hex = (bytes: number) => Type.String({ pattern: `^[0-9a-f]{${2 * bytes}}$` })
const strict = { additionalProperties: false }

/** What is compared of every enclave, whoever runs it. */
const measured = {
  compose_hashes: Type.Array(hex(32), {
    minItems: 1,
    description: referenceValueWords.composeHashes,
  }),
  platforms: Type.Optional(
    Type.Array(
      Type.Object({ mrtd: hex(48), rtmr0: hex(48), rtmr1: hex(48), rtmr2: hex(48) }, strict),
      {
        minItems: 1,
        description: referenceValueWords.platforms,
      },
    ),
  ),
  os_image_hashes: Type.Optional(
    Type.Array(hex(32), {
      minItems: 1,
      description: referenceValueWords.osImageHashes,
    }),
  ),
  tcb_statuses: Type.Optional(
    Type.Array(
      Type.Union([
        Type.Literal('UpToDate'),
        Type.Literal('SWHardeningNeeded'),
        Type.Literal('ConfigurationNeeded'),
        Type.Literal('ConfigurationAndSWHardeningNeeded'),
        Type.Literal('OutOfDate'),
        Type.Literal('OutOfDateConfigurationNeeded'),
      ]),
      { minItems: 1, description: referenceValueWords.tcbStatuses },
    ),
  ),
  allowed_envs: Type.Optional(
    Type.Array(Type.String(), {
      description: referenceValueWords.environment,
    }),
  ),
}

/** What an enclave must measure to (FORMAT.md §2.1; PROTOCOL.md §5). */
export const ReferenceValuesSchema = Type.Object(
  {
    ...measured,
    direct_compose_hashes: Type.Optional(
      Type.Array(hex(32), {
        description: referenceValueWords.directComposeHashes,
      }),
    ),
    app_ids: Type.Array(hex(20), { minItems: 1, description: referenceValueWords.appIds }),
    kms_roots: Type.Array(Type.String({ pattern: '^0[23][0-9a-f]{64}$' }), {
      minItems: 1,
      description: referenceValueWords.kmsRoots,
    }),
    key_provider_ids: Type.Optional(
      Type.Array(Type.String({ pattern: '^(?:[0-9a-f]{2})+$' }), {
        minItems: 1,
        description: referenceValueWords.keyProviders,
      }),
    ),
    model_hosts: Type.Optional(
      Type.Object(measured, {
        ...strict,
        description: referenceValueWords.modelHosts,
      }),
    ),
  },
  strict,
)

type ReferenceValuesDocument = Type.Static<typeof ReferenceValuesSchema>

export interface Platform {
  /** 96 hex digits each. */
  readonly mrtd: string
  readonly rtmr0: string
  readonly rtmr1: string
  readonly rtmr2: string
}

/** What a relying party accepts of the host of a model that stands behind an aggregator. */
export type ModelHostValues = Omit<ReferenceValues, 'modelHosts'>

/** What a relying party accepts. Nothing in it may come from the enclave that is judged. */
export interface ReferenceValues {
  readonly composeHashes: readonly string[]
  /** Those compose hashes whose programs run the model themselves. */
  readonly directComposeHashes: readonly string[]
  readonly appIds: readonly string[]
  readonly kmsRoots: readonly string[]
  /** Null: not compared. */
  readonly keyProviderIds: readonly string[] | null
  /** Null: not compared; then `osImageHashes` is not. */
  readonly platforms: readonly Platform[] | null
  readonly osImageHashes: readonly string[] | null
  readonly tcbStatuses: ReadonlySet<AcceptableTcbStatus>
  readonly allowedEnvs: readonly string[]
  /** Null: nothing is pinned for them. */
  readonly modelHosts: ModelHostValues | null
}

const defaultStatuses = ['UpToDate', 'SWHardeningNeeded'] as const

/** @throws {FormatError} REFERENCE_VALUES_MALFORMED, also when neither platforms nor OS images are pinned */
export function parseReferenceValues(input: unknown): ReferenceValues {
  const values: ReferenceValuesDocument = checkShape(
    input,
    ReferenceValuesSchema,
    referenceValueWords.referenceValues,
    'REFERENCE_VALUES_MALFORMED',
  )
  return {
    ...readMeasured(values),
    directComposeHashes: values.direct_compose_hashes ?? [],
    appIds: values.app_ids,
    kmsRoots: values.kms_roots,
    keyProviderIds: values.key_provider_ids ?? null,
    modelHosts:
      values.model_hosts === undefined
        ? null
        : {
            ...readMeasured(values.model_hosts),
            directComposeHashes: values.model_hosts.compose_hashes,
            appIds: [],
            kmsRoots: [],
            keyProviderIds: null,
          },
  }
}

function readMeasured(values: NonNullable<ReferenceValuesDocument['model_hosts']>) {
  if (!values.platforms && !values.os_image_hashes) {
    throw new FormatError('REFERENCE_VALUES_MALFORMED', referenceValueWords.nothingPinned)
  }
  return {
    composeHashes: values.compose_hashes,
    platforms: values.platforms ?? null,
    osImageHashes: values.os_image_hashes ?? null,
    tcbStatuses: new Set(values.tcb_statuses ?? defaultStatuses),
    allowedEnvs: values.allowed_envs ?? [],
  }
}
