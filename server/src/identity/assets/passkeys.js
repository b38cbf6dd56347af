/*
 * Passkeys on the pages of accounts. What a browser is to be asked stands in the forms (data-options); its answer goes
 * into a hidden field of the form, which is then sent as any other. Without scripts, all that belongs to it stays hidden.
 */
const { browserSupportsWebAuthn, browserSupportsWebAuthnAutofill, startAuthentication, startRegistration } =
  window.SimpleWebAuthnBrowser

if (browserSupportsWebAuthn()) {
  for (const part of document.querySelectorAll('[data-passkey-part]')) part.hidden = false
  for (const button of document.querySelectorAll('button[data-passkey]')) prepare(button)
}

function prepare(button) {
  const { passkey: kind } = button.dataset
  const { form } = button
  const optionsJSON = JSON.parse(button.dataset.options)
  const begin = kind === 'add' ? startRegistration : startAuthentication

  const send = answer => {
    form.elements.namedItem('passkey').value = JSON.stringify(answer)
    const remember = document.querySelector('input[name="remember"][type="checkbox"]')
    const carried = form.elements.namedItem('remember')
    if (kind === 'sign-in' && remember && carried) carried.value = remember.checked ? 'on' : ''
    form.submit()
  }

  button.addEventListener('click', async () => {
    const problem = form.querySelector('[data-passkey-error]')
    problem.hidden = true
    if (kind === 'add' && !form.reportValidity()) return
    button.disabled = true
    try {
      send(await begin({ optionsJSON }))
    } catch (error) {
      button.disabled = false
      problem.textContent = sentence(kind, error)
      problem.hidden = false
    }
  })

  // Offered with what the browser fills into the field of the e-mail address.
  if (kind === 'sign-in')
    browserSupportsWebAuthnAutofill()
      .then(can => (can ? startAuthentication({ optionsJSON, useBrowserAutofill: true }).then(send) : undefined))
      .catch(() => {})
}

function sentence(kind, error) {
  if (error.name === 'InvalidStateError') return 'There is a passkey for this account on this device already.'
  return kind === 'add' ? 'No passkey was made. Please try again.' : 'No passkey was used. Please try again.'
}
