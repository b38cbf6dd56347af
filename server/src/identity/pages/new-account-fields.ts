import { type Html, html } from '../html.ts'
import { shortestPassword } from '../passwords.ts'
import { type FormErrors, field } from './layout.ts'

export interface NewAccount {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/** Name, email and password of someone who creates their account. */
export const newAccountFields = (values: NewAccount, errors: FormErrors, focus = false): Html => html`
      ${field({ name: 'firstName', label: 'First name', value: values.firstName, autocomplete: 'given-name', error: errors.firstName, focus })}
      ${field({ name: 'lastName', label: 'Last name', value: values.lastName, autocomplete: 'family-name', error: errors.lastName })}
      ${field({ name: 'email', label: 'Email', type: 'email', value: values.email, autocomplete: 'username', error: errors.email })}
      ${field({
        name: 'password',
        label: 'Password',
        type: 'password',
        autocomplete: 'new-password',
        hint: `At least ${shortestPassword} characters. A few words are easier to remember than signs.`,
        error: errors.password,
      })}`
