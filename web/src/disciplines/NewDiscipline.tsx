import { getDisciplineGrades } from '@honbu/contract/disciplines.ts'
import {
  createDisciplineFrom,
  getDisciplinesToCopy,
  getLadders,
  NewDiscipline as NewDisciplineFields,
} from '@honbu/contract/grade-table.ts'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { Belt } from '../ui/Belt.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ColourField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Panel } from '../ui/Panel.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { disciplineColours } from './belt-colours.ts'
import { disciplinesAddress, editDisciplineAddress } from './discipline-address.ts'
import css from './NewDiscipline.module.css'
import { StartChoice } from './StartChoice.tsx'
import { emptyStart, type Start, startsOf } from './starts.ts'

/** A new discipline starts from a ready-made ladder, from another discipline, or empty. */
export function NewDiscipline() {
  const { params } = useAddress()
  const clubId = idOf(params.id)
  return (
    <Screen>
      <PageHeader title="New discipline" crumbs={[{ text: 'Disciplines', to: disciplinesAddress(clubId) }]} />
      <SaveGate call={createDisciplineFrom} clubId={clubId} cannot="change disciplines">
        <Starts clubId={clubId} />
      </SaveGate>
    </Screen>
  )
}

function Starts({ clubId }: { clubId: number }) {
  const ladders = useRead(getLadders, {}, { staleTime: Number.POSITIVE_INFINITY })
  const toCopy = useRead(getDisciplinesToCopy, { clubId })
  const [start, setStart] = useState(emptyStart)
  const starts = startsOf(ladders.data ?? [], toCopy.data ?? [])
  const failed = ladders.error ?? toCopy.error
  return (
    <div className={css.columns}>
      <Panel title="Start from">
        {failed && (
          <ErrorState
            title="The ladders could not be loaded."
            error={failed}
            retry={() => void Promise.all([ladders.refetch(), toCopy.refetch()])}
          />
        )}
        {ladders.isLoading ? (
          <SkeletonRows count={8} height="44px" />
        ) : (
          <StartChoice starts={starts} chosen={start} choose={setStart} />
        )}
      </Panel>
      <div className={css.chosen}>
        <Fields clubId={clubId} start={start} />
        <Preview start={start} />
      </div>
    </div>
  )
}

function Fields({ clubId, start }: { clubId: number; start: Start }) {
  const navigate = useNavigate()
  const create = useWrite(createDisciplineFrom)
  const filled = useRef(start)
  const form = useForm({
    schema: NewDisciplineFields,
    values: valuesOf(start),
    save: values => create.mutateAsync({ clubId, ...values }),
    saved: async ({ disciplineId, gradeCount }, { name }) => {
      showToast({ message: gradeCount > 0 ? `${name} created with ${gradeCount} grades` : `${name} created` })
      await navigate({ to: editDisciplineAddress(clubId, disciplineId) as '/' })
    },
  })
  const { setValue, getValues } = form
  useEffect(() => {
    const [before, values] = [filled.current, valuesOf(start)]
    filled.current = start
    setValue('ladder', values.ladder)
    setValue('copiedId', values.copiedId)
    // What a person has typed stays.
    if (['', before.name].includes(getValues('name'))) setValue('name', values.name)
    if (getValues('colour') === before.colour) setValue('colour', values.colour)
  }, [start, setValue, getValues])
  return (
    <Form form={form} submit="Create discipline" cancel={disciplinesAddress(clubId)}>
      <FormSection title="Discipline">
        <TextField {...form.field('name')} label="Name" required />
        <ColourField {...form.field('colour')} label="Colour on the schedule" swatches={disciplineColours} />
      </FormSection>
    </Form>
  )
}

const valuesOf = ({ name, colour, ladder, copiedId }: Start) => ({
  ...{ name, colour, ladder: ladder?.ladderId ?? null, copiedId },
})

/** The belts of the start, and for a ready-made ladder where it comes from. */
function Preview({ start }: { start: Start }) {
  const { ladder, copiedId, gradeCount } = start
  const copied = useRead(getDisciplineGrades, { id: copiedId ?? 0 }, { enabled: copiedId !== null })
  const grades = ladder?.grades ?? copied.data ?? []
  return (
    <Panel title={gradeCount === 1 ? '1 grade' : `${gradeCount} grades`}>
      {gradeCount === 0 && <p className={css.soft}>You’ll add the grades next: by hand, several at once, or pasted.</p>}
      {copied.isLoading && <SkeletonRows count={3} height="24px" />}
      <ol className={css.belts} aria-label="Preview">
        {grades.map(grade => (
          <li key={grade.gradeName}>
            <Belt belt={grade} />
          </li>
        ))}
      </ol>
      {ladder && (
        <>
          <p className={css.soft}>{ladder.note} You can change all of it.</p>
          <p className={css.soft}>
            Source:{' '}
            <a href={ladder.source.url} target="_blank" rel="noreferrer">
              {ladder.source.title}
            </a>
          </p>
        </>
      )}
    </Panel>
  )
}
