-- Welfare officers read notes about safeguarding; nobody else but their author does.
insert into lookup (kind, id, name, position) values
  ('role', 1006, 'Welfare officer', 6),
  ('note_category', 1306, 'Safeguarding', 6);
