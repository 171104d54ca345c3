export class BrandsModule {}
