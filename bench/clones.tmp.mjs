import ts from 'typescript'; 
