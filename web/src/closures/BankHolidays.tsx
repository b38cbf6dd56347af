import { bankHolidayRegionNames, bankHolidayRegions, getBankHolidays, saveClosures } from '@honbu/contract/closures.ts'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { isRefusal, useRead, useWrite } from '../app/api.ts'
import { useAcknowledged } from '../timetable/use-acknowledged.tsx'
import { Badge } from '../ui/Badge.tsx'
import { Button } from '../ui/Button.tsx'
import { fullDay } from '../ui/dates.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Select } from '../ui/Select.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import css from './Closures.module.css'

type Region = (typeof bankHolidayRegions)[number]

/** The bank holidays of a year on offer: all that are still open are closed with one press. */
export function BankHolidays({ clubId, year }: { clubId: number; year: number }) {
  const [region, setRegion] = useState<Region>('england-and-wales')
  const offered = useRead(getBankHolidays, { clubId, region, year })
  const write = useWrite(saveClosures)
  const { run, dialog } = useAcknowledged({ title: 'Close on these days?', action: 'Close', canStaySilent: true })
  const missing = offered.data?.filter(({ isClosed }) => !isClosed) ?? []

  async function addAll() {
    const closures = missing.map(({ date, name }) => ({ from: date, to: date, name }))
    const result = await run(seen => write.mutateAsync({ clubId, closures, ...seen }))
    showToast(
      isRefusal(result)
        ? { message: result.message, tone: 'bad' }
        : { message: `Closed on ${missing.length} bank holidays of ${year}.` },
    )
  }

  return (
    <section className={css.offer} aria-labelledby="bank-holidays">
      <h3 id="bank-holidays" className={css.offerTitle}>
        Bank holidays {year}
      </h3>
      <Select<Region>
        label="Region"
        options={bankHolidayRegions.map(value => ({ value, text: bankHolidayRegionNames[value] }))}
        value={region}
        onChoose={setRegion}
      />
      {offered.error && (
        <ErrorState title="They could not be loaded." error={offered.error} retry={() => void offered.refetch()} />
      )}
      {!offered.data && !offered.error && <SkeletonRows count={8} height="1.5rem" />}
      {offered.data && (
        <>
          <ul className={css.offered}>
            {offered.data.map(({ date, name, isClosed }) => (
              <li key={date}>
                <span>
                  {name}
                  <span className={css.days}>{fullDay(date)}</span>
                </span>
                {isClosed && (
                  <Badge tone="good" icon={<IconCheck size={14} aria-hidden="true" />}>
                    Closed
                  </Badge>
                )}
              </li>
            ))}
          </ul>
          {missing.length === 0 ? (
            <p className={css.all}>All of them are closed.</p>
          ) : (
            <Button variant="primary" isBusy={write.isPending} onClick={() => void addAll()}>
              {missing.length === offered.data.length
                ? `Close on all ${missing.length}`
                : `Close on the other ${missing.length}`}
            </Button>
          )}
        </>
      )}
      {dialog}
    </section>
  )
}
