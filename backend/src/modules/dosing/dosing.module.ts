import { Module } from '@nestjs/common';
import { DoseController } from './dose.controller.js';

@Module({ controllers: [DoseController] })
export class DosingModule {}
