import { type ImportMapping, importBalances, importExisting } from '@honbu/contract/imports.ts'
import type { ReactNode } from 'react'
import { Switch } from '../ui/Switch.tsx'
import type { MappingProps } from './ColumnsPanel.tsx'
import css from './Mapping.module.css'
import { Pick } from './Pick.tsx'

const existing: Readonly<Record<ImportMapping['existing'], string>> = {
  correct: 'Correct what an import brought',
  skip: 'Leave them as they are',
  fill: 'Fill what is empty',
  overwrite: 'Write over what differs',
}

interface Props extends MappingProps {
  onDiscipline: (disciplineId: number | null) => void
}

/** What is done with members who are there, with families, and with what the file does not say. */
export function OptionsPanel({ mapping, file, onChange, onDiscipline }: Props) {
  const { kind, columns, disciplineId, defaultStatusId, enrolClassId } = mapping
  const has = (...fields: string[]) => columns.some(({ field }) => field !== null && fields.includes(field))
  const named = (list: readonly { id: number; name: string }[]) =>
    list.map(({ id, name }) => ({ value: String(id), text: name }))
  return (
    <div className={css.settings}>
      <Setting
        title="Members who are there already"
        hint="Known by name and date of birth, or by name and email, phone or address. Codes and statuses never change. A field that someone has edited since an import stays, and we say so."
      >
        <Pick
          label="Members who are there already"
          options={importExisting.map(value => ({ value, text: existing[value] }))}
          value={mapping.existing}
          onPick={value => onChange({ ...mapping, existing: importExisting.find(how => how === value) ?? 'skip' })}
        />
      </Setting>
      {kind === 'members' && (
        <Setting
          title="People with one name"
          hint="Where the file has no date of birth, email, phone or address to compare."
        >
          <Pick
            label="People with one name"
            options={[
              { value: 'two', text: 'Are different people' },
              { value: 'one', text: 'Are one person' },
            ]}
            value={mapping.sameNames}
            onPick={value => onChange({ ...mapping, sameNames: value === 'one' ? 'one' : 'two', otherNames: [] })}
          />
        </Setting>
      )}
      {has('balance') && (
        <Setting
          title="Balances"
          hint="A booked balance is in a new member’s account from today. Undoing the import reverses it."
        >
          <Pick
            label="Balances"
            options={[
              { value: 'note', text: 'Keep as a note' },
              { value: 'owed', text: 'Book: a plus is owed' },
              { value: 'credit', text: 'Book: a plus is in credit' },
            ]}
            value={mapping.balances}
            isOpen={mapping.balances === 'note'}
            onPick={value => onChange({ ...mapping, balances: importBalances.find(how => how === value) ?? 'note' })}
          />
        </Setting>
      )}
      {has('grade', 'fromGrade', 'toGrade') && file.disciplines.length > 0 && (
        <Setting
          title="Belts belong to"
          hint="Where a cell does not name a discipline itself, as “Karate > Green” does."
        >
          <Pick
            label="Belts belong to"
            options={[{ value: '', text: 'No discipline' }, ...named(file.disciplines)]}
            value={String(disciplineId ?? '')}
            onPick={value => onDiscipline(value === '' ? null : Number(value))}
          />
        </Setting>
      )}
      {kind === 'members' && (
        <>
          {!has('status') && (
            <Setting title="Status of everybody new" hint="The file has no column for it.">
              <Pick
                label="Status of everybody new"
                options={named(file.choices.status)}
                value={String(defaultStatusId)}
                onPick={value => onChange({ ...mapping, defaultStatusId: Number(value) })}
              />
            </Setting>
          )}
          <Setting title="Register" hint="All active members of the file are put on the register of this class.">
            <Pick
              label="Register"
              options={[{ value: '', text: 'Of no class' }, ...named(file.choices.class)]}
              value={String(enrolClassId ?? '')}
              onPick={value => onChange({ ...mapping, enrolClassId: value === '' ? null : Number(value) })}
            />
          </Setting>
          {has('email') && (
            <>
              <Switch isOn={mapping.linkFamilies} onChange={linkFamilies => onChange({ ...mapping, linkFamilies })}>
                Link members who have one e-mail address, as a family
              </Switch>
              <Switch
                isOn={mapping.adultsAreGuardians}
                onChange={adultsAreGuardians => onChange({ ...mapping, adultsAreGuardians })}
              >
                Take a grown-up with a child’s e-mail address for its guardian, where none is named
              </Switch>
            </>
          )}
        </>
      )}
    </div>
  )
}

function Setting({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  return (
    <div className={css.setting}>
      <div className={css.settingWords}>
        <strong>{title}</strong>
        <span className={css.hint}>{hint}</span>
      </div>
      {children}
    </div>
  )
}
