// The drawings of cards: a symbol and a landscape for each colour, the wager, the back. They are our own.

import { svg } from "../vendor/lit.js";

/** The drawings, once for each shadow root; cards refer to them by id. */
// deno-fmt-ignore
export const drawings = svg`<svg class="drawings" aria-hidden="true" focusable="false"><defs>
  <symbol id="s-RED" viewBox="0 0 24 24"><path d="M12.6 1.5c.6 4.3 6 6.7 6 13a6.6 6.6 0 0 1-13.2 0c0-3.3 1.9-4.9 2.3-7.6 1.7 1 2.6 2.2 2.8 3.9 1.7-2.3 2.5-5.6 2.1-9.3z"/></symbol>
  <symbol id="s-WHITE" viewBox="0 0 24 24"><path d="M1.5 20.5 8.7 5.5l4.5 7.3 2.9-4.3 6.4 12z"/></symbol>
  <symbol id="s-YELLOW" viewBox="0 0 24 24"><circle cx="12" cy="12" r="4.8"/><path d="M12 1v4.2M12 18.8V23M1 12h4.2M18.8 12H23M4.2 4.2l3 3M16.8 16.8l3 3M4.2 19.8l3-3M16.8 7.2l3-3" fill="none" stroke="currentColor" stroke-width="2.4" stroke-linecap="round"/></symbol>
  <symbol id="s-BLUE" viewBox="0 0 24 24"><path d="M2 8.5c3.3-3.6 6.7-3.6 10 0s6.7 3.6 10 0M2 16c3.3-3.6 6.7-3.6 10 0s6.7 3.6 10 0" fill="none" stroke="currentColor" stroke-width="3.4" stroke-linecap="round"/></symbol>
  <symbol id="s-GREEN" viewBox="0 0 24 24"><path d="M3.5 21.5C2.5 9 10 2.5 21.5 2.5c.5 11.2-4.8 17.8-13.6 16.7 1.5-4.3 4.3-7.4 8.2-9.7-5.6 1.5-9.6 5.1-12.6 12z"/></symbol>
  <symbol id="s-PURPLE" viewBox="0 0 24 24"><path d="M7 2.5h10l5 6.5H2zM2.3 10.6h4.9l3.5 9.2zM8.9 10.6h6.2L12 21.8zM16.8 10.6h4.9l-8.4 9.2z"/></symbol>
  <symbol id="s-wager" viewBox="0 0 48 34">
    <path d="M0 9.5 6.5 5.5 15 22.5 8.3 26.3zM48 9.5 41.5 5.5 33 22.5l6.7 3.8z"/>
    <path d="m8.7 7.5 7.7-2.2 7.3 2.3 6.6-2.6 9 2.5 6 12.6-5.5 4-5.6-4.7 3.6 4.9c1.3 2.2-1.5 4.7-3.5 3l-3.7-3.4 2.6 3.5c1.2 2.2-1.5 4.4-3.4 2.8l-3.6-3 1.5 1.9c1 2-1.4 3.9-3.2 2.5L10.8 22z" transform="translate(-.5 0)"/>
    <path class="gap" d="M24 7.8 16.8 14c-1.5 1.4-.6 3.8 1.5 3.5 2.5-.4 4.6-1.7 6.4-3.3l11.3 8.6" fill="none" stroke-width="1.9" stroke-linecap="round" stroke-linejoin="round"/>
  </symbol>
  <symbol id="a-RED" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="M0 90V70l12-9 9 5 9-12 10 10 12-8 18 12v22z"/>
    <path class="near" d="M0 90v-8l13-8 17-32q5-3 11 0l15 31 14 9v8z"/>
    <path class="mist" d="M33 41q-9-3-6-9-6-6 1-11 1-7 8-6 8-2 9 5 6 3 2 9 2 8-6 8 0 3-3 4z"/>
    <path class="glow" d="M30 42q5.5-3 11 0-1 3 2 7t3 10q-3-2-4-6-1 9 2 17-7-6-7-16-2 5-6 8 2-7 0-13z"/>
  </symbol>
  <symbol id="a-WHITE" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="M0 90V66l14-20 12 14 16-28 28 36v22z"/>
    <path class="snow" d="m42 32-8 14 4-2 4 4 4-5 6 3zM14 46l-6 9 4-1 3 3 5-3z"/>
    <path class="near" d="M0 90V80l20-22 14 14 12-12 24 20v10z"/>
    <path class="snow" d="m20 58-8 9 5-1 4 3 5-4zM46 60l-6 6 4 0 3 3 6-3z"/>
  </symbol>
  <symbol id="a-YELLOW" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="m12 70 17-22 17 22zM40 70l11-14 11 14z"/>
    <path class="shade" d="m29 48 17 22H35zM51 56l11 14h-8z"/>
    <path class="mid" d="M0 90V70q18-9 36-2t34-3v25z"/>
    <path class="near" d="M0 90V80q22 2 38-7 16-5 32 3v14z"/>
  </symbol>
  <symbol id="a-BLUE" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="sail" d="M37 36v24H22q10-9 15-24zM39 41q9 8 11 19H39z"/><path class="hull" d="M18 62h36q-3 8-9 8H27q-6 0-9-8z"/>
    <path class="far" d="M0 90V68q6-4 12 0t12 0 12 0 12 0 12 0 12 0v22z"/>
    <path class="mid" d="M0 90V77q7-5 14 0t14 0 14 0 14 0 14 0v13z"/>
    <path class="near" d="M-5 90v-4q7-5 14 0t14 0 14 0 14 0 14 0 14 0v9z"/>
  </symbol>
  <symbol id="a-GREEN" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="M0 90V62q5-8 12-4 4-9 13-4 6-8 14-1 8-5 13 3 8-4 10 4 6-2 8 3v27z"/>
    <path class="mid" d="M35 90q2-24-2-38-10-8-21 0 6-10 18-8-6-8-14-8 12-4 19 6 6-11 18-8-8 1-12 8 12-2 17 8-10-6-20 2 3 16 2 38z"/>
    <path class="near" d="M0 90V79q9-6 16 3 6-12 18-4 8-8 17 2 8-9 19-3v13z"/>
  </symbol>
  <symbol id="a-PURPLE" viewBox="0 0 70 90" preserveAspectRatio="xMidYMax slice">
    <path class="far" d="M4 90V66l6-9 6 9v24zM54 90V60l6-9 6 9v30z"/>
    <path class="near" d="M27 90V50l9-15 9 15v40zM12 90l-2-18 8-9 8 12 1 15zM44 90l2-22 8-9 7 12-3 19z"/>
    <path class="glow" d="M36 35v55h-5V46zM18 63l2 27h-6l-3-17zM54 59l-2 31h-5l1-21z"/>
  </symbol>
  <symbol id="a-back" viewBox="0 0 70 90" preserveAspectRatio="xMidYMid slice">
    <path class="rose" d="m35 14 5 26 22 5-22 5-5 26-5-26-22-5 22-5z"/><path class="half" d="m35 14 5 26-5 5zM62 45l-22 5-5-5zM35 76l-5-26 5-5zM8 45l22-5 5 5z"/>
    <path class="rose thin" d="m51 29-8 13-5-5zM51 61l-13-8 5-5zM19 61l8-13 5 5zM19 29l13 8-5 5z"/>
    <circle class="ring" cx="35" cy="45" r="24"/><circle class="ring" cx="35" cy="45" r="27.5"/>
  </symbol>
</defs></svg>`;
