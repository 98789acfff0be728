import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inWords, metres, nearest, tooVague, toKeep } from './place';

const at = (latitude, longitude) => ({ latitude, longitude });
const standing = (latitude, longitude, accuracy = 10) => ({ latitude, longitude, accuracy, at: 1_000_000 });
const radius = 6_371_008.8;
const degree = (Math.PI * radius) / 180; // metres per degree of latitude
const north = (distance) => distance / degree;

test('distances are those that are known, and those of the server', () => {
  for (const [name, p, q, want, near] of [
    ['Berlin to Paris', at(52.52, 13.405), at(48.8566, 2.3522), 877_460, 500],
    ['New York to London', at(40.7128, -74.006), at(51.5074, -0.1278), 5_570_220, 1000],
    ['Sydney to Santiago', at(-33.8688, 151.2093), at(-33.4489, -70.6693), 11_340_000, 15_000],
    ['two shops in a street', at(52.52, 13.405), at(52.5209, 13.405), 100, 0.2],
    ['over the antimeridian', at(0, 179.9999), at(0, -179.9999), 22.24, 0.1],
    ['in Fiji', at(-16.8, 179.99), at(-16.8, -179.99), 2129, 2],
    ['the pole by two longitudes', at(90, 0), at(90, 123), 0, 0.001],
    ['over the pole', at(89.9999, 0), at(89.9999, 180), 22.24, 0.1],
    ['from pole to pole', at(90, 0), at(-90, 0), Math.PI * radius, 1],
    ['the other side of the earth', at(12.5, 40), at(-12.5, -140), Math.PI * radius, 1],
    ['the other side, where rounding goes beyond it', at(2.6, 69.5), at(-2.6, -110.5), Math.PI * radius, 1],
    ['the same', at(-33.8688, 151.2093), at(-33.8688, 151.2093), 0, 0],
  ]) {
    for (const got of [metres(p, q), metres(q, p)]) assert.ok(Math.abs(got - want) <= near, `${name}: ${got} m, not ${want}`);
  }
});

const shop = (ref, ...distances) => ({ ref, text: `Shop ${ref}`, at: distances.flatMap((d) => [north(d), 0]) });
const names = (found) => found.map((near) => near.ref).join('');

test('those within 250 metres are near, by their closest place, the nearest first, five at most', () => {
  const all = [shop('a', 9000, 30), shop('b', 240), shop('c', 275), shop('d', 20, 21), shop('e'), shop('f', 100)];
  assert.equal(names(nearest(all, standing(0, 0))), 'dafb');
  assert.deepEqual(nearest(all, standing(0, 0)).map((near) => Math.round(near.metres)), [20, 30, 100, 240]);
  const many = ['1', '2', '3', '4', '5', '6', '7'].map((n) => shop(n, 200 - 10 * Number(n)));
  assert.equal(names(nearest(many, standing(0, 0))), '76543');
  assert.deepEqual(nearest([], standing(0, 0)), []);
});

test('a position that is known roughly reaches farther, until it says nothing', () => {
  const all = [shop('a', 240), shop('b', 400), shop('c', 800)];
  assert.equal(names(nearest(all, standing(0, 0, 200))), 'ab');
  assert.equal(names(nearest(all, standing(0, 0, 500))), 'ab');
  assert.equal(names(nearest(all, standing(0, 0, 501))), '');
  assert.equal(tooVague(standing(0, 0, 500)), false);
  assert.equal(tooVague(standing(0, 0, 3000)), true);
});

test('distances are said in plain words', () => {
  assert.deepEqual([0, 14, 44, 96, 101, 130, 640].map(inWords), ['10 m', '10 m', '40 m', '100 m', '100 m', '150 m', '650 m']);
});

test('a place is said where it is to be kept, and nowhere else', () => {
  const all = [{ ref: 'a', text: 'Lidl', at: [north(90), 0] }, { ref: 'b', text: 'Far away', at: [north(900), 0] }, { ref: 'c', text: 'Lidl', at: [40, 0] }];
  const here = standing(0, 0);
  const says = (ref, text, where = here, later = 0) => toKeep(all, ref, text, where, here.at + later);
  const zero = '0.0000,0.0000';
  assert.equal(says('', 'Somebody new'), zero);
  assert.equal(says('b=Far away', 'Far away'), zero);
  assert.equal(says('', ' far AWAY '), zero);
  assert.equal(says('a=Lidl', 'Lidl'), '', 'its place is known');
  assert.equal(says('', 'lidl '), '', 'its place is known, by its name');
  assert.equal(says('c=Lidl', 'Lidl'), zero, 'another payee of the same name');
  assert.equal(says('a=Lidl', 'Lidl Nord'), zero, 'typed over what was chosen');
  assert.equal(says('account:x=Transfer: Savings', 'Transfer: Savings'), '');
  assert.equal(says('', 'transfer: Savings'), '');
  assert.equal(says('account:x=Transfer: Savings', 'Kiosk'), zero, 'typed over an account');
  assert.equal(says('', '  '), '');
  assert.equal(says('', 'Somebody', standing(0, 0, 101)), '', 'known too roughly');
  assert.equal(toKeep(all, '', 'Somebody', undefined, 0), '', 'not known');
  assert.equal(says('', 'Somebody', here, 5 * 60_000), zero);
  assert.equal(says('', 'Somebody', here, 5 * 60_000 + 1), '', 'where they were');
  assert.equal(says('', 'Somebody', standing(-52.520008, 13.404954)), '-52.5200,13.4050');
  assert.equal(says('', 'Somebody', standing(1e-9, -1e-9)), '0.0000,-0.0000');
});
