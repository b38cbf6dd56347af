// Pasted into a club's website: shows the club's form, or its timetable, where the script stands.
;(() => {
  const script = document.currentScript
  const key = script?.dataset.club
  if (!key) return
  const page = script.dataset.page === 'timetable' ? 'timetable' : 'enquire'
  const address = new URL(`${page}/${encodeURIComponent(key)}`, script.src)
  address.searchParams.set('embed', '1')
  // Where the visitor has come from, and who has sent him.
  const here = new URLSearchParams(location.search)
  for (const name of ['source', 'utm_source', 'utm_campaign', 'ref', 'class']) {
    const value = script.dataset[name] ?? here.get(name)
    if (value) address.searchParams.set(name, value)
  }
  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = script.dataset.title ?? (page === 'timetable' ? 'Timetable' : 'Enquire or book a trial')
  frame.style.cssText = 'width:100%;height:900px;border:0'
  script.after(frame)
  addEventListener('message', ({ source, origin, data }) => {
    if (source !== frame.contentWindow || origin !== address.origin) return
    const height = Number(data?.honbuHeight)
    if (height > 0 && height < 20000) frame.style.height = `${Math.ceil(height)}px`
    // After sending, the answer stands at the top.
    if (data?.honbuSent) frame.scrollIntoView({ block: 'start' })
  })
})()
