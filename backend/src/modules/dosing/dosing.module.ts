import { Module } from '@nestjs/common';
import { Dosing } from '../../domain/dosing/dosing.js';
import { DoseController } from './dose.controller.js';

@Module({ controllers: [DoseController], providers: [Dosing] })
export class DosingModule {}
