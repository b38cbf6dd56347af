import { Gauge, type Registry } from 'prom-client'
import type { Db } from '../platform/database.ts'
import { type BackupState, backupState } from './backup-runs.ts'

/** The age, size and failures of the automatic backups, which every process of the fleet says alike. */
export const backupMetrics =
  (db: Db, { hours }: { readonly hours: number }) =>
  (register: Registry): void => {
    // All figures of one answer are read together.
    let reading: Promise<BackupState> | undefined
    const read = () => {
      reading ??= backupState(db).finally(() => {
        reading = undefined
      })
      return reading
    }
    const figures: readonly (readonly [string, string, (state: BackupState) => number])[] = [
      ['interval_seconds', 'Seconds from one automatic backup to the next', () => hours * 3600],
      [
        'last_success_timestamp_seconds',
        'When the last automatic backup that succeeded began; 0 if there is none',
        ({ last }) => (last?.startedAt.getTime() ?? 0) / 1000,
      ],
      ['bytes', 'Size of the last automatic backup', ({ last }) => last?.bytes ?? 0],
      ['duration_seconds', 'Seconds that the last automatic backup took', ({ last }) => last?.seconds ?? 0],
      ['failures', 'Automatic backups that have failed since the last success', ({ failures }) => failures],
    ]
    for (const [name, help, figure] of figures)
      new Gauge({
        ...{ name: `honbu_backup_${name}`, help, registers: [register] },
        async collect() {
          this.set(figure(await read()))
        },
      })
  }
