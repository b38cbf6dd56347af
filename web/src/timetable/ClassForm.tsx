import { getClassChoices, saveClass } from '@honbu/contract/class-form.ts'
import { getClass } from '@honbu/contract/classes.ts'
import { getVat } from '@honbu/contract/vat.ts'
import { useRead } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { PageHeader } from '../ui/PageHeader.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { ClassFormFields } from './ClassFormFields.tsx'
import { classAddress, classesTabAddress } from './class-address.ts'
import css from './Timetable.module.css'

/** A new class or event, or one that is changed. */
export function ClassForm() {
  const { params, search } = useAddress()
  const clubId = idOf(params.id)
  const classId = params.classId === undefined ? 0 : idOf(params.classId)
  const isNew = params.classId === undefined
  const choices = useRead(getClassChoices, { clubId })
  const vat = useRead(getVat, { clubId })
  const copyId = isNew ? idOf(search.copy) : 0
  const readId = classId || copyId
  const record = useRead(getClass, { id: readId }, { enabled: readId !== 0 })
  const error = choices.error ?? vat.error ?? record.error
  const crumbs = [
    { text: choices.data?.clubName ?? 'Club', to: classesTabAddress(clubId) },
    ...(record.data && !isNew ? [{ text: record.data.className, to: classAddress(classId) }] : []),
  ]
  const isReady = choices.data && vat.data && (readId === 0 || record.data)
  return (
    <div className={css.screen}>
      <PageHeader title={isNew ? 'New class or event' : 'Edit class or event'} crumbs={crumbs} />
      <SaveGate call={saveClass} clubId={clubId} cannot="change classes">
        {error && (
          <ErrorState
            title="The form could not be loaded."
            error={error}
            retry={() => {
              void choices.refetch()
              void vat.refetch()
              if (readId !== 0) void record.refetch()
            }}
          />
        )}
        {!error && !isReady && (
          <div aria-busy="true">
            <SkeletonRows count={4} height="9rem" />
          </div>
        )}
        {isReady && choices.data && vat.data && (
          <ClassFormFields
            key={readId}
            clubId={clubId}
            choices={choices.data}
            vat={vat.data}
            record={isNew ? undefined : record.data}
            copied={isNew ? record.data : undefined}
          />
        )}
      </SaveGate>
    </div>
  )
}
