//! Streams, inputs, outputs and constraints.

use std::rc::Rc;
use std::sync::Arc;

use super::apply::Place;
use super::frame::{Frame, Thing, Within};
use super::{Expander, Failed, Made};
use crate::check::{Out, Wish};
use crate::code::Code;
use crate::spec::{Constraint, Input, Operator, Output, Stream, StreamId};
use crate::syntax::ast::{At, Name};
use crate::typed::{Tree, is_value};
use crate::types::Type;

impl Expander<'_, '_> {
    pub(super) fn add_stream(&mut self, operator: Operator, ty: Type, place: Place) -> StreamId {
        let id = StreamId(self.streams.len() as u32);
        let Place { site: at, written } = place;
        self.streams.push(Stream { operator, ty, name: None, at, written });
        id
    }

    /// Calls a stream what the user calls it, if it has no name yet.
    pub(super) fn name_stream(&mut self, stream: StreamId, name: &Name) {
        let is_written = self.names().files.is_written(name.at);
        let stream = &mut self.streams[stream.0 as usize];
        if is_written && stream.name.is_none() && stream.operator != Operator::Nil {
            stream.name = Some(name.text.clone());
        }
    }

    pub(super) fn make_inputs(&mut self) {
        for (number, input) in self.names().inputs.iter().enumerate() {
            let ty = match self.checker.known_input_type(number as u32) {
                Type::Events(part) => self.type_in(&part, &self.root.clone()),
                other => other,
            };
            let place = Place { site: input.name.at, written: true };
            let stream = self.add_stream(Operator::Input(number as u32), ty, place);
            self.streams[stream.0 as usize].name = Some(input.name.text.clone());
            self.inputs.push(Input {
                name: input.name.text.clone(),
                stream,
                drawn: crate::library::drawn(&input.annotations),
                at: input.name.at,
            });
        }
    }

    /// A value as a stream with one event at time 0.
    pub(super) fn constant_stream(&mut self, value: &Tree, at: At, frame: &Rc<Frame>) -> Made<StreamId> {
        let place = self.place(at, frame);
        self.no_streams_inside(frame, place)?;
        let ty = self.type_in(&value.ty, frame);
        let code = self.value(value, frame)?;
        Ok(self.constant_of(code, &ty, place))
    }

    pub(super) fn constant_of(&mut self, code: Code, ty: &Type, place: Place) -> StreamId {
        let function = self.constant_function(code, ty, place);
        let nothing = self.add_stream(Operator::Nil, ty.clone(), Place { written: false, ..place });
        self.add_stream(Operator::Default(nothing, function), ty.clone(), place)
    }

    pub(super) fn make_output(&mut self, out: &Out) {
        let mut frame = self.root.inside();
        frame.within = Some(Rc::new(Within { name: out.name.clone(), outer: None }));
        let frame = Rc::new(frame);
        let ty = self.type_in(&out.tree.ty, &frame);
        let made =
            self.expand(&out.tree, &frame).and_then(|thing| self.write(thing, &ty, out.name.clone(), out));
        if made.is_err() {
            self.must_be_reported(out.at);
        }
    }

    fn write(&mut self, thing: Thing, ty: &Type, name: Arc<str>, out: &Out) -> Made<()> {
        let stream = match (thing, ty) {
            (Thing::Stream(stream), _) => stream,
            (thing, ty) if is_value(ty) => {
                let code = self.code_of(thing, ty)?;
                let place = self.place(out.tree.at, &self.root.clone());
                self.constant_of(code, ty, place)
            }
            (Thing::Record(cells), Type::Record(fields)) => {
                for (field, ty) in fields.iter() {
                    let cell = cells.iter().find(|(other, _)| other == field).ok_or(Failed)?.1.clone();
                    let part = self.force(&cell)?;
                    self.write(part, ty, format!("{name}.{field}").into(), out)?;
                }
                return Ok(());
            }
            _ => return Err(Failed),
        };
        self.outputs.push(Output { name, stream, raw: out.raw, drawn: out.drawn.clone(), at: out.at });
        Ok(())
    }

    pub(super) fn make_constraint(&mut self, wish: &Wish) {
        let root = self.root.clone();
        let Ok(Thing::Stream(stream)) = self.expand(&wish.tree, &root) else {
            return self.must_be_reported(wish.at);
        };
        let (kind, quantifier) = (wish.kind, wish.quantifier);
        let (text, at) = (wish.text.clone(), wish.at);
        self.constraints.push(Constraint { kind, quantifier, stream, text, at });
    }
}
