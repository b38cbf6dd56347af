import type { ExportColumn } from '@honbu/contract/exports.ts'
import type { Selectable } from 'kysely'
import type { Tables } from '../platform/tables.ts'

/** The table's check constraints and the contract have made sure of these. */
export type ExportFile = Omit<Selectable<Tables['export_file']>, 'columns' | 'format' | 'dates' | 'state'> & {
  readonly columns: readonly ExportColumn[]
  readonly format: 'csv' | 'xlsx'
  readonly dates: 'en-GB' | 'iso'
  readonly state: 'waiting' | 'running' | 'done' | 'failed'
}

const contentTypes = {
  csv: 'text/csv',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** Where a part lies, from 1. */
export const partKey = ({ folder, format }: Pick<ExportFile, 'folder' | 'format'>, part: number) => ({
  key: `${folder}/${String(part).padStart(5, '0')}.${format}`,
  contentType: contentTypes[format],
})

export const stateOf = (file: ExportFile) => ({
  exportKey: file.key,
  format: file.format,
  state: file.state,
  written: file.written,
  total: file.total,
  createdAt: file.created_at.toISOString(),
  expiresAt: file.expires_at.toISOString(),
})
