import { cx } from '../../ui/cx';

// In the drawing's own units: full to its label at LINE, as full as it was found at LEVEL, standing on FLOOR.
const LINE = 122;
const LEVEL = 168;
const FLOOR = 372;
const CAN =
  'M170 14h80q7 0 7 7v7q0 11 8 21t8 25v256q0 15-8 24t-9 12q-2 8-9 8h-74q-7 0-9-8t-9-12q-8-9-8-24V74q0-15 8-25t8-21v-7q0-7 7-7Z';
const BARS = [3, 8, 11, 17, 20, 26, 29, 34, 40, 43, 49, 54];
const BUBBLES = [
  [172, 206, 3],
  [188, 190, 2],
  [236, 200, 2.5],
  [224, 218, 3.5],
  [252, 188, 2],
  [205, 226, 2],
] as const;

/** Illustration: a can, its label, and what a lab measured. An example, and it says so: no record has these figures. */
export function HeroCan({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 420 392"
      role="img"
      aria-label="Drawing of an example can: the label says 5 mg, a lab measured 4.1 mg."
      className={cx('keep-colors block h-auto', className)}
    >
      <clipPath id="hero-can">
        <path d={CAN} />
      </clipPath>
      <ellipse cx="210" cy={FLOOR + 2} rx="104" ry="8" className="fill-rule" opacity="0.7" />
      <path d={CAN} className="fill-surface" />
      <g clipPath="url(#hero-can)">
        <g className="animate-rise [transform-box:fill-box]">
          <rect x="140" y={LEVEL} width="140" height={FLOOR - LEVEL} className="fill-liquid" />
          <ellipse cx="210" cy={LEVEL} rx="63" ry="7" className="fill-liquid-strong" opacity="0.55" />
          {BUBBLES.map(([x, y, r]) => (
            <circle
              key={`${x} ${y}`}
              cx={x}
              cy={y}
              r={r}
              fill="none"
              strokeWidth="1.25"
              className="stroke-liquid-strong"
            />
          ))}
        </g>
        <g>
          <path d="M140 246q70 14 140 0v76q-70 14-140 0Z" className="fill-paper" />
          <path d="M140 246q70 14 140 0m0 76q-70 14-140 0" fill="none" className="stroke-ink" opacity="0.5" />
          {BARS.map((x, index) => (
            <rect
              key={x}
              x={170 + x * 1.4}
              y="268"
              width={index % 3 === 1 ? 4.5 : 2}
              height="26"
              className="fill-ink"
            />
          ))}
          <text x="210" y="314" textAnchor="middle" className="fill-ink font-sans text-[13px]">
            EXAMPLE
          </text>
        </g>
      </g>
      <path d={CAN} fill="none" strokeWidth="2.5" className="stroke-ink" />
      <path
        d="M164 27h92M147 74q63 13 126 0M147 330q63 13 126 0"
        fill="none"
        strokeWidth="1.5"
        className="stroke-ink"
        opacity="0.35"
      />

      <path d={`M12 ${LINE}h284`} fill="none" strokeWidth="1.75" strokeDasharray="6 4" className="stroke-ink" />
      <text x="12" y={LINE - 36} className="fill-ink-soft font-sans text-[15px]">
        label says
      </text>
      <text x="12" y={LINE - 11} className="fill-ink font-sans text-[26px] font-semibold tracking-tight">
        5 mg
      </text>

      <path d={`M278 ${LEVEL}h130`} fill="none" strokeWidth="1.75" className="stroke-liquid-strong" />
      <text
        x="408"
        y={LEVEL + 30}
        textAnchor="end"
        className="fill-ink font-sans text-[26px] font-semibold tracking-tight"
      >
        4.1 mg
      </text>
      <text x="408" y={LEVEL + 50} textAnchor="end" className="fill-ink-soft font-sans text-[15px]">
        measured
      </text>
    </svg>
  );
}
