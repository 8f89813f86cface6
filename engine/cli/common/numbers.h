#pragma once

namespace marblemaze {

class Command;
class CommandOption;

/// Makes every option of the program and its commands that takes a number refuse anything else in
/// one line: no words, no nan or inf (which CLI11 reads), no whole number of ten digits.
void require_numbers(Command& program);

/// Makes an option refuse numbers outside [low, high], both ends included. Throws BadInput while
/// the command line is read.
CommandOption* within(double low, double high, CommandOption* option);

}  // namespace marblemaze
