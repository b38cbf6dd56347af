import type { Db } from '../platform/database.ts'
import type { Jobs } from '../platform/jobs.ts'
import { marksKeptFor } from './mark-rules.ts'

/** Every night what is remembered of old marks goes; the register itself stays. */
export async function forgetMarks(jobs: Pick<Jobs, 'schedule'>, db: Db, now: () => Date) {
  await jobs.schedule('forget-marks', '50 3 * * *', async () => {
    const before = new Date(now().getTime() - marksKeptFor * 86_400_000)
    await db.deleteFrom('attendance_mark').where('received_at', '<', before).execute()
  })
}
