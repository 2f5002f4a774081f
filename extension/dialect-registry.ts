import type { Dialect } from './dialect.ts'
import { openWebuiSocket } from './dialects/open-webui.ts'

/** Each is asked; the first that knows a frame reads it. */
export const dialects: readonly Dialect[] = [openWebuiSocket]
