import { DisciplineFields, deleteDiscipline, getDiscipline, saveDiscipline } from '@honbu/contract/disciplines.ts'
import type { Output } from '@honbu/contract/endpoint.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRead, useWrite } from '../app/api.ts'
import { SaveGate } from '../app/SaveGate.tsx'
import { KeepDraft } from '../form-drafts/KeepDraft.tsx'
import { idOf, useAddress } from '../ui/address.ts'
import { DeleteButton } from '../ui/DeleteButton.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { ColourField } from '../ui/form/choices.tsx'
import { Form, FormSection } from '../ui/form/Form.tsx'
import { TextField } from '../ui/form/fields.tsx'
import { useForm } from '../ui/form/use-form.ts'
import { PageHeader } from '../ui/PageHeader.tsx'
import { Screen } from '../ui/Screen.tsx'
import { SkeletonRows } from '../ui/Skeleton.tsx'
import { showToast } from '../ui/toasts.ts'
import { disciplineColours } from './belt-colours.ts'
import { disciplinesAddress } from './discipline-address.ts'
import { GradesPanel } from './GradesPanel.tsx'

type Discipline = Output<typeof getDiscipline>

/** A discipline with its grades. Another club's of the tree is shown, and changed there. */
export function DisciplineForm() {
  const { params } = useAddress()
  const [clubId, id] = [idOf(params.id), idOf(params.disciplineId)]
  const answer = useRead(getDiscipline, { id })
  const discipline = answer.data
  return (
    <Screen>
      <PageHeader
        title={discipline?.name ?? 'Discipline'}
        crumbs={[{ text: 'Disciplines', to: disciplinesAddress(clubId) }]}
      />
      {answer.error && (
        <ErrorState
          title="The discipline could not be loaded."
          error={answer.error}
          retry={() => void answer.refetch()}
        />
      )}
      {answer.isLoading && <SkeletonRows count={4} height="56px" />}
      {discipline && (
        <>
          <SaveGate
            call={saveDiscipline}
            clubId={discipline.clubId}
            clubName={discipline.clubName}
            cannot="change disciplines"
          >
            <Fields key={id} clubId={clubId} discipline={discipline} />
          </SaveGate>
          <GradesPanel
            key={`grades ${id}`}
            clubId={clubId}
            disciplineId={id}
            name={discipline.name}
            canEdit={discipline.canEdit}
          />
        </>
      )}
    </Screen>
  )
}

function Fields({ clubId, discipline }: { clubId: number; discipline: Discipline }) {
  const navigate = useNavigate()
  const save = useWrite(saveDiscipline)
  const remove = useWrite(deleteDiscipline)
  const { disciplineId } = discipline
  const form = useForm({
    schema: DisciplineFields,
    values: valuesOf(discipline),
    version: discipline.version,
    // It is changed in the club that has made it, whichever club's page this is.
    save: (values, version) => save.mutateAsync({ clubId: discipline.clubId, disciplineId, version, ...values }),
    saved: () => showToast({ message: 'The discipline is saved.' }),
    fromRecord: (record: Discipline) => valuesOf(record),
  })
  return (
    <Form
      form={form}
      submit="Save discipline"
      cancel={disciplinesAddress(clubId)}
      hasDraft
      aside={
        <DeleteButton
          what="discipline"
          name={discipline.name}
          text="Its grades go with it. This cannot be undone."
          remove={() => remove.mutateAsync({ id: disciplineId })}
          removed={() => navigate({ to: disciplinesAddress(clubId) as '/' })}
        />
      }
    >
      <KeepDraft of={form} form="discipline" clubId={discipline.clubId} record={disciplineId} />
      <FormSection title="Discipline">
        <TextField {...form.field('name')} label="Name" required />
        <ColourField {...form.field('colour')} label="Colour on the schedule" swatches={disciplineColours} />
      </FormSection>
    </Form>
  )
}

const valuesOf = ({ name, colour }: Discipline) => ({ name, colour })
