import { areaGauges } from '../platform/area-gauges.ts'
import type { Db } from '../platform/database.ts'
import { backupState } from './backup-runs.ts'

/** The age, size and failures of the automatic backups, which every process of the fleet says alike. */
export const backupMetrics = (db: Db, { hours }: { readonly hours: number }) =>
  areaGauges('backup', () => backupState(db), [
    {
      name: 'backup_interval_seconds',
      help: 'Seconds from one automatic backup to the next',
      value: () => hours * 3600,
    },
    {
      name: 'backup_last_success_timestamp_seconds',
      help: 'When the last automatic backup that succeeded began; 0 if there is none',
      value: ({ last }) => (last?.startedAt.getTime() ?? 0) / 1000,
    },
    { name: 'backup_bytes', help: 'Size of the last automatic backup', value: ({ last }) => last?.bytes ?? 0 },
    {
      name: 'backup_duration_seconds',
      help: 'Seconds that the last automatic backup took',
      value: ({ last }) => last?.seconds ?? 0,
    },
    {
      name: 'backup_failures',
      help: 'Automatic backups that have failed since the last success',
      value: ({ failures }) => failures,
    },
  ])
