export class Brands {}
