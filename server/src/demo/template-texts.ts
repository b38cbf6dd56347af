/** What the demo's clubs write to members: the words of a layout and eight templates, in Liquid. */
export const demoHeader = '<h2>{{ club.name }}</h2>'

export const demoFooter =
  '<p>{{ club.name }}{% if club.address %} · {{ club.address }}{% endif %}</p>' +
  '<p>{% if club.phone %}{{ club.phone }} · {% endif %}{{ club.email | default: "Ask us at the desk" }}</p>'

interface DemoTemplate {
  readonly name: string
  readonly description: string
  readonly channel: 'email' | 'sms'
  readonly subject: string
  readonly body: string
}

export const demoTemplates: readonly DemoTemplate[] = [
  {
    name: 'Welcome',
    description: 'To new members, on the day they join.',
    channel: 'email',
    subject: 'Welcome to {{ club.name }}, {{ member.firstName }}',
    body:
      '<h1>Welcome, {{ member.firstName }}!</h1>' +
      '<p>Dear {{ recipient.firstName }},</p>' +
      '<p>it is good to have {% if guardian.firstName %}{{ member.firstName }}{% else %}you{% endif %} with us.</p>' +
      '<p>{% if class.name %}</p>' +
      '<table><tbody><tr><th><p>First class</p></th><td><p>{{ class.name }}</p></td></tr>' +
      '<tr><th><p>When</p></th><td><p>{{ class.next }}, {{ class.time }}</p></td></tr>' +
      '<tr><th><p>Where</p></th><td><p>{{ club.address | default: "At the club" }}</p></td></tr></tbody></table>' +
      '<p>{% endif %}</p>' +
      '<h3>What to bring</h3>' +
      '<ul><li><p>a bottle of water</p></li><li><p>loose clothes, or the uniform if there is one already</p></li>' +
      '<li><p>a good mood</p></li></ul>' +
      '<p>Come ten minutes early: somebody shows you round.</p>' +
      '<p>See you on the mat,<br>the team of {{ club.name }}</p>',
  },
  {
    name: 'Trial reminder',
    description: 'The day before a trial class.',
    channel: 'email',
    subject: 'See you tomorrow: {{ booking.className | default: "your trial class" }}',
    body:
      '<p>Hello {{ recipient.firstName }},</p>' +
      '<p>we are looking forward to seeing {{ member.firstName }} at <strong>{{ booking.className | default: "the trial class" }}</strong>' +
      '{% if booking.date %} on {{ booking.date }}{% if booking.time %} at {{ booking.time }}{% endif %}{% endif %}.</p>' +
      '<p>Nothing is needed but comfortable clothes and some water. If something comes up, answer this message and we find ' +
      'another day.</p>',
  },
  {
    name: 'We miss you',
    description: 'After two weeks without a class.',
    channel: 'email',
    subject: 'We miss you on the mat, {{ member.firstName }}',
    body:
      '<p>Hello {{ recipient.firstName }},</p>' +
      '<p>we have not seen {{ member.firstName }} for a while and hope that all is well.</p>' +
      '<p>{% if class.next %}</p><p>The next <strong>{{ class.name }}</strong> is on {{ class.next }} at {{ class.time }}.</p>' +
      '<p>{% endif %}</p>' +
      '<p>Is there anything that would make it easier to come back: another class, another day? Just answer this message.</p>',
  },
  {
    name: 'Payment failed',
    description: 'When a payment has come back.',
    channel: 'email',
    subject: 'Your payment to {{ club.name }} did not go through',
    body:
      '<p>Dear {{ recipient.firstName }},</p>' +
      '<p>the last payment for {{ member.firstName }} did not go through. This happens, and is quickly put right.</p>' +
      '<p>{% if balance.owed %}</p><p>Open now: <strong>{{ balance.owed }}</strong></p><p>{% endif %}</p>' +
      '<p>{% if links.pay %}</p><p><a data-button="" href="{{ links.pay }}">Pay now</a></p><p>{% endif %}</p>' +
      '<p>If you have paid already, there is nothing to do. If it is difficult at the moment, talk to us.</p>',
  },
  {
    name: 'Grading passed',
    description: 'With the new grade, and what comes next.',
    channel: 'email',
    subject: 'Congratulations, {{ member.firstName }}!',
    body:
      '<h1>Well done, {{ member.firstName }}!</h1>' +
      '<p>{{ grade.name | default: "Your new grade" }}{% if grade.discipline %} in {{ grade.discipline }}{% endif %}: ' +
      'all those classes have paid off, and we are proud of you.</p>' +
      '<p>{% if grade.next %}</p><p>Next on the way: <strong>{{ grade.next }}</strong>' +
      '{% if grading.date %}. The next grading is on {{ grading.date }}{% endif %}.</p><p>{% endif %}</p>',
  },
  {
    name: 'Birthday',
    description: 'On the day itself.',
    channel: 'email',
    subject: 'Happy birthday, {{ member.firstName }}!',
    body:
      '<h1>Happy birthday, {{ member.firstName }}!</h1>' +
      '<p>Everybody at {{ club.name }} wishes you a wonderful day and a good year on and off the mat.</p>',
  },
  {
    name: 'Newsletter',
    description: 'The frame of the monthly letter: change the words and send it.',
    channel: 'email',
    subject: 'News from {{ club.name }}',
    body:
      '<p>Hello {{ recipient.firstName }},</p><p>here is what is on at {{ club.name }}.</p>' +
      '<h2>Dates</h2>' +
      '<table><tbody><tr><th><p>What</p></th><th><p>When</p></th></tr>' +
      '<tr><td><p>Summer camp</p></td><td><p>the first week of August</p></td></tr>' +
      '<tr><td><p>Open mat</p></td><td><p>every last Sunday of the month</p></td></tr></tbody></table>' +
      '<h2>Bring a friend</h2><p>Friends train free for a week. Tell us a name at the desk, and we keep a place.</p>' +
      '<blockquote><p>A black belt is a white belt who never gave up.</p></blockquote>',
  },
  {
    name: 'Class cancelled',
    description: 'At short notice.',
    channel: 'sms',
    subject: '',
    body: '{{ club.name }}: {{ class.name | default: "Class" }} is cancelled today. Sorry for the short notice. We are back as usual next time.',
  },
]
