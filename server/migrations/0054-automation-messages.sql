-- The messages of automations were plain text with a few fields. Now they are written, sent and kept like all others: their
-- body is HTML, and has a layout or comes from a template.

-- A plain text as the editor would have written it.
create function html_of_text(plain text) returns text language sql immutable parallel safe
  return '<p>' || replace(replace(replace(replace(replace(plain, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'),
    E'\n\n', '</p><p>'), E'\n', '<br>') || '</p>';

-- The date of a booking had no year. Where it stands in a subject, it has none still.
create function letter_of_step(step jsonb) returns jsonb language sql immutable parallel safe
  return case when step ->> 'kind' <> 'message' or step ? 'templateId' then step
    else step || jsonb_build_object('templateId', null, 'layoutId', null, 'body', html_of_text(step ->> 'body'),
      'subject', replace(step ->> 'subject', '{{ booking.date }}', '{{ booking.date | truncatewords: 3, "" }}')) end;

update automation_version set plan = jsonb_set(plan, '{steps}', (
  select coalesce(jsonb_agg(letter_of_step(step) order by place), '[]')
  from jsonb_array_elements(plan -> 'steps') with ordinality as steps (step, place)));

-- What a tree of clubs begins with, in the same words.
alter function begin_automations(bigint) rename to begin_plain_automations;
create function begin_automations(of_club bigint) returns void language plpgsql as $$
begin
  perform begin_plain_automations(of_club);
  update automation_version set plan = jsonb_set(plan, '{steps}', (
    select jsonb_agg(letter_of_step(step) order by place)
    from jsonb_array_elements(plan -> 'steps') with ordinality as steps (step, place)))
  where version = 1 and automation_id in (
    select id from automation where club_id = of_club and built_in in ('trial-reminder', 'join-invitation'));
end $$;
