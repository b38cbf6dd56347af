import * as exports from '@honbu/contract/exports.ts'
import { serve } from '../platform/route.ts'
import { getLabels } from './get-labels.ts'
import { getExport, getExports, openExport, startExport } from './start-export.ts'

export const serveExports = serve(exports, { startExport, getExports, getExport, openExport, getLabels })

export { byteOrderMark, csvLine } from './csv.ts'
export { exportMetrics } from './metrics.ts'
export { serveExportFiles } from './serve-export-files.ts'
export { workOnExports } from './write-export.ts'
export { type BookCell, xlsxBook } from './xlsx.ts'
