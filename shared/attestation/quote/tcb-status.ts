import type { QeIdentity, TcbInfo } from './parse-collateral.ts'
import type { QeReport, TdReport } from './parse-quote.ts'
import type { PckFacts } from './sgx-extension.ts'
import { tcbStatuses, type TcbStatus } from './tcb-statuses.ts'

/** How current one part of the platform is, by the level that it reaches. */
export interface TcbLevel {
  readonly status: TcbStatus
  readonly advisories: readonly string[]
}

/** The first level that the platform reaches in every component; null when it reaches none. */
export function platformLevel(info: TcbInfo, pck: PckFacts, td: TdReport): TcbLevel | null {
  const level = info.tcbLevels.find(
    ({ tcb }) =>
      pck.pceSvn >= tcb.pcesvn &&
      tcb.sgxtcbcomponents.every(({ svn }, index) => (pck.cpuSvn[index] ?? -1) >= svn) &&
      tcb.tdxtcbcomponents.every(({ svn }, index) => (td.teeTcbSvn[index] ?? -1) >= svn),
  )
  return level ? toLevel(level) : null
}

/** Identity of the TDX module that the quote names, or null when Intel lists none such. */
export function moduleIdentity(info: TcbInfo, { teeTcbSvn }: TdReport) {
  const version = teeTcbSvn[1] ?? 0
  if (version === 0) return { ...info.tdxModule, tcbLevels: null }
  const id = `TDX_${version.toString(16).toUpperCase().padStart(2, '0')}`
  return info.tdxModuleIdentities?.find((identity) => identity.id === id) ?? null
}

/** Null when the module reaches no level. A module of version 0 is judged by the platform's level alone. */
export function moduleLevel(info: TcbInfo, td: TdReport): TcbLevel | null {
  const identity = moduleIdentity(info, td)
  if (!identity) return null
  if (identity.tcbLevels === null) return { status: 'UpToDate', advisories: [] }
  return firstReached(identity.tcbLevels, td.teeTcbSvn[0] ?? 0)
}

export function quotingEnclaveLevel(identity: QeIdentity, { isvSvn }: QeReport): TcbLevel | null {
  return firstReached(identity.tcbLevels, isvSvn)
}

/** The worst status, with everybody's advisories. */
export function mergeLevels(levels: readonly TcbLevel[]): TcbLevel {
  const worst = Math.max(...levels.map(({ status }) => tcbStatuses.indexOf(status)))
  return {
    status: tcbStatuses[worst] ?? 'Revoked',
    advisories: [...new Set(levels.flatMap(({ advisories }) => advisories))],
  }
}

type IsvLevels = QeIdentity['tcbLevels']

function firstReached(levels: IsvLevels, isvSvn: number): TcbLevel | null {
  const level = levels.find(({ tcb }) => isvSvn >= tcb.isvsvn)
  return level ? toLevel(level) : null
}

function toLevel(level: { tcbStatus: TcbStatus; advisoryIDs?: readonly string[] }): TcbLevel {
  return { status: level.tcbStatus, advisories: level.advisoryIDs ?? [] }
}
