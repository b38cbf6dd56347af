import type { ImportValueKind } from '@honbu/contract/import-fields.ts'
import type { MappingProps } from './ColumnsPanel.tsx'
import css from './Mapping.module.css'
import { type TextsToMatch, textsToMatch, withMeaning } from './mapping-draft.ts'
import { Pick } from './Pick.tsx'

const titles: Readonly<Record<ImportValueKind, string>> = {
  grade: 'Belts and grades',
  status: 'Statuses',
  plan: 'Training plans',
  category: 'Categories',
  class: 'Classes',
  source: 'Heard of us through',
  frequency: 'How often it is paid',
  paymentMethod: 'Ways to pay',
  result: 'Results',
}

/** What becomes of a word that is matched to nothing. */
const unmatched: Readonly<Record<ImportValueKind, string>> = {
  grade: 'No belt is set',
  status: 'Issue, to be looked at',
  plan: 'No plan is set',
  category: 'No category is set',
  class: 'In no class',
  source: 'Left out',
  frequency: 'Left out',
  paymentMethod: 'Left out',
  result: 'The line is left out',
}

/** Each word once, with what it stands for in this club. */
export function ValuesPanel({ mapping, file, onChange }: MappingProps) {
  return (
    <div className={css.kinds}>
      {textsToMatch(mapping, file).map(kind => (
        <Kind
          key={kind.of}
          kind={kind}
          options={[
            { value: '', text: unmatched[kind.of] },
            ...(file.choices[kind.of] ?? []).map(({ id, name }) => ({ value: String(id), text: name })),
          ]}
          onMatch={(text, means) => onChange(withMeaning(mapping, kind.of, text, means))}
        />
      ))}
    </div>
  )
}

interface KindProps {
  kind: TextsToMatch
  options: readonly { value: string; text: string }[]
  onMatch: (text: string, means: number | null) => void
}

function Kind({ kind: { of, texts, isTooMany }, options, onMatch }: KindProps) {
  const open = texts.filter(({ means }) => means === null).length
  return (
    <section className={css.kind} aria-label={titles[of]}>
      <h3 className={css.kindTitle}>
        {titles[of]}
        {open > 0 && <span className={css.unsure}>{open} not matched</span>}
      </h3>
      {isTooMany && texts.length === 0 && (
        <p className={css.hint}>This column is empty, or has too many different words to be matched.</p>
      )}
      <ul className={css.texts}>
        {texts.map(({ text, lines, means }) => (
          <li key={text} className={css.text}>
            <span className={css.word}>
              {text.replaceAll('\n', ' / ')} <span className={css.lines}>× {lines}</span>
            </span>
            <Pick
              label={`${text} is`}
              options={options}
              value={means === null ? '' : String(means)}
              isOpen={means === null}
              onPick={value => onMatch(text, value === '' ? null : Number(value))}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
