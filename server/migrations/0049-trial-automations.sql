-- The messages about a trial were written into the product; now they are two automations that every tree of clubs begins
-- with. What was scheduled goes on, what was sent stays sent.

create function begin_automations(of_club bigint) returns void language plpgsql as $$
declare
  made record;
  sign constant text := E'{{ club.name }}{% if club.email %}\n{{ club.email }}{% endif %}{% if club.phone %}\n{{ club.phone }}{% endif %}';
begin
  for made in
    insert into automation (club_id, root_club_id, name, built_in, is_on, trigger_kind)
    select of_club, of_club, usual.name, usual.built_in, true, 'activation' from (values
      ('Trial reminder', 'trial-reminder'), ('Invitation to join', 'join-invitation')
    ) as usual (name, built_in)
    on conflict (club_id, built_in) do nothing
    returning id, built_in
  loop
    insert into automation_version (automation_id, version, plan) values (made.id, 1, jsonb_build_object(
      'conditions', '[{"kind": "status", "statusIds": [22, 872]}]'::jsonb,
      'steps', case made.built_in when 'trial-reminder' then jsonb_build_array(
        jsonb_build_object('kind', 'waitForClass', 'days', -1, 'time', null),
        jsonb_build_object('kind', 'message', 'channel', 'email', 'purpose', 'service',
          'subject', 'Your trial at {{ club.name }}: {{ booking.className }}, {{ booking.date }}',
          'body', E'Hello {{ member.firstName }},\n\nwe look forward to seeing you at {{ booking.className }} on '
            || E'{{ booking.date }} at {{ booking.time }}.\n\nCome ten minutes early, in comfortable clothes, and bring '
            || E'something to drink.\n\nIf you cannot come, please tell us.\n\n' || sign)
      ) else jsonb_build_array(
        jsonb_build_object('kind', 'waitForClass', 'days', 1, 'time', '10:00'),
        '{"kind": "condition", "condition": {"kind": "notMarkedAbsent"}}'::jsonb,
        jsonb_build_object('kind', 'message', 'channel', 'email', 'purpose', 'service',
          'subject', 'How was {{ booking.className }} at {{ club.name }}?',
          'body', E'Hello {{ member.firstName }},\n\nthank you for trying {{ booking.className }} with us on '
            || E'{{ booking.date }}.\n\nWould you like to join, or to try another class first? Tell us, or ask at your '
            || E'next class.\n\n' || sign)
      ) end));
  end loop;
end $$;

-- A name that is taken by one of the club's own would stop a club from being made; none is, in one that begins.
create function begin_automations_of_root() returns trigger language plpgsql as $$
begin
  if new.parent_club_id is null then
    perform begin_automations(new.id);
  end if;
  return null;
end $$;
create trigger club_begin_automations after insert on club for each row execute function begin_automations_of_root();

select begin_automations(id) from club where parent_club_id is null order by id;

with moved as (
  insert into automation_run (automation_id, version, club_id, root_club_id, member_id, cause, booking_id, happened_at, step,
    due_at, state, sent_at, started_at, ended_at)
  select automation.id, 1, old.club_id, old.root_club_id, old.member_id, 'booking:' || old.booking_id, old.booking_id,
    -- Both begin with a wait, which is what they are in.
    old.created_at, 1,
    case when old.sent_at is null and old.cancelled_at is null then old.due_at end,
    case when old.sent_at is not null then 'done' when old.cancelled_at is not null then 'stopped' else 'waiting' end,
    old.sent_at, old.created_at, coalesce(old.sent_at, old.cancelled_at)
  from scheduled_notification old
  join automation on automation.club_id = old.root_club_id and automation.built_in = old.kind
  returning id, started_at, sent_at, ended_at, due_at, state
)
insert into automation_log (automation_run_id, at, what, detail)
select id, started_at, 'started', '' from moved
union all
select id, sent_at, 'sent', '' from moved where sent_at is not null
union all
select id, ended_at, state, '' from moved where ended_at is not null;

drop table scheduled_notification;

-- Nobody works on this job any more.
do $$
begin
  if to_regclass('pgboss.schedule') is not null then
    delete from pgboss.schedule where name = 'trial-notifications';
  end if;
end $$;
