import type { Control, FieldPath, FieldValues } from 'react-hook-form'
import { DateField } from '../ui/form/DateField.tsx'
import { FormSection } from '../ui/form/Form.tsx'
import { SelectField, TextAreaField, TextField } from '../ui/form/fields.tsx'

/** What certificates of members and of staff have in common. */
interface Values {
  kind: string
  number: string
  issuer: string
  issuedOn: string | null
  expiresOn: string | null
  note: string
}

interface Props<V extends FieldValues> {
  form: {
    // biome-ignore lint/suspicious/noExplicitAny: the types of the context and of the checked values, which a field does not see
    readonly control: Control<V, any, any>
  }
  kinds: Readonly<Record<string, string>>
}

export function CertificateSection<V extends FieldValues>({ form: { control }, kinds }: Props<V>) {
  /** Of a type that is left open the compiler does not know its fields. */
  const at = (name: FieldPath<Values>) => ({ name: name as FieldPath<V>, control })
  return (
    <FormSection title="Certificate" hint="60 days before it expires it becomes a task.">
      <SelectField
        {...at('kind')}
        label="Kind"
        options={Object.entries(kinds).map(([value, text]) => ({ value, text }))}
      />
      <TextField {...at('number')} label="Number" />
      <TextField {...at('issuer')} label="Issued by" hint="A renewal by the same issuer closes the task." />
      <DateField {...at('issuedOn')} label="Issued on" />
      <DateField {...at('expiresOn')} label="Expires on" hint="The last day on which it holds. Empty: it does not." />
      <TextAreaField {...at('note')} label="Note" rows={2} />
    </FormSection>
  )
}

export const newCertificate = { number: '', issuer: '', issuedOn: null, expiresOn: null, note: '' }
