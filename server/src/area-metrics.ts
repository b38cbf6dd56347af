import type pg from 'pg'
import { streamMetrics } from './activity/index.ts'
import { backupMetrics } from './backup/index.ts'
import { waitingListMetrics } from './bookings/index.ts'
import { carrierMetrics } from './carriers/index.ts'
import { chargingMetrics } from './charging/index.ts'
import { collectionMetrics } from './collections/index.ts'
import { exportMetrics } from './exports/index.ts'
import { messageMetrics } from './messages/index.ts'
import type { AddFigures } from './platform/area-gauges.ts'
import type { GivenConfig } from './platform/config.ts'
import type { Db } from './platform/database.ts'
import { certificateMetrics, diskMetrics, queueMetrics } from './platform/machine-metrics.ts'

interface Parts {
  readonly db: Db
  readonly pool: pg.Pool
  readonly config: Pick<GivenConfig, 'backup' | 'dataDir'> & { readonly baseUrl: string }
  readonly now: () => Date
}

/** The figures of all areas, as `/metrics` gives them. deploy/prometheus has an alert or a place for each. */
export const areaMetrics = ({ db, pool, config, now }: Parts): AddFigures[] => [
  queueMetrics(pool),
  diskMetrics(config.dataDir),
  streamMetrics,
  messageMetrics(db, now),
  chargingMetrics(db, now),
  collectionMetrics(db, now),
  carrierMetrics(db, now),
  waitingListMetrics(db, now),
  exportMetrics(db, now),
  ...(config.backup.to === undefined ? [] : [backupMetrics(db, config.backup)]),
  ...(config.baseUrl.startsWith('https:') ? [certificateMetrics(config.baseUrl, now)] : []),
]
