import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { PrintedNames, type PrintedNamesCursor, type PrintedNamesPart } from '../../domain/proposals/ports.js';
import { managerOf } from '../../platform/database/transaction.js';
import { printedNames } from '../coa-registry/coa-registry.sql.js';

@Injectable()
export class SqlPrintedNames extends PrintedNames {
  constructor(@InjectDataSource() private readonly database: DataSource) {
    super();
  }

  part(after: PrintedNamesCursor | null): Promise<PrintedNamesPart> {
    return printedNames(managerOf(this.database), after);
  }
}
