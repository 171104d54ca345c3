export abstract class Clock {}
